    1 GOTO 900
    2 REM tile p% goes; u, w: what it changes
    3 x%=px?p%:y%=py?p%:z%=pz?p%:c%=0:w%=0:q%=p%:GOSUB 5:V%(p%)=9:w%=1:q%=FNp(x%-1,y%,z%):GOSUB 5:q%=FNp(x%+1,y%,z%):GOSUB 5:w%=2:q%=FNp(x%,y%,z%-1):GOSUB 5
    4 FOR j%=0 TO 6:q%=144+(h?j%=p%)*(144-i?j%):w%=1-(j%>3):GOSUB 5:NEXT:N?k%=c%:RETURN
    5 IF V%(q%)=9 RETURN ELSE u?(8*k%+c%)=q%:w?(8*k%+c%)=V%(q%):c%=c%+1:IF (q%=h?0 OR q%=h?2) AND V%(FNp(x%,9-y%,z%))<9 RETURN ELSE V%(q%)=V%(q%)-w%:RETURN
    6 REM draw stack x%,y%
    7 GOSUB 14
    8 o%=2+2*(p%=144)+(p%=C% OR p%=H%):t$="  ":b$=t$:IF p%<144 t$=MID$(s$,T?p%,1)+CHR$224:b$=CHR$225+STR$(pz?p%)
    9 a%=2*x%-1-(p%=h?4):b%=2*y%-1-(x%=1 OR x%>13 OR p%=h?4):COLOUR 128+o%-(3-o%)*(x%=X% AND y%=Y%):COLOUR 0:PRINT TAB(a%,b%);t$;TAB(a%,b%+1);b$;:COLOUR 128:COLOUR 2:RETURN
   10 REM drop the choice
   11 IF C%<0 RETURN ELSE x%=px?C%:y%=py?C%:C%=-1:GOTO 7
   12 F%=F%+1:PRINT TAB(14,22);"FAILURES: ";F%;:GOTO 22
   13 SOUND &11,-15,20,3:RETURN
   14 REM p%: top tile of x%,y%, or 144
   15 z%=6
   16 REPEAT z%=z%-1:p%=FNp(x%,y%,z%):UNTIL V%(p%)<9 OR z%=1
   17 IF V%(p%)=9 p%=144
   18 RETURN
   20 REM deal
   22 FOR p%=0 TO 143:V%(p%)=v?p%:NEXT:k%=0:d%=0
   24 REPEAT
   26  g%=144:GOSUB 60:f%=p%
   28  g%=f%:IF f%<144 GOSUB 60
   30  IF p%=144 GOTO 40
   32  T?f%=d% MOD 36+1:T?p%=T?f%:P?(2*d%)=f%:P?(2*d%+1)=p%
   34  PRINT TAB(18,24);RIGHT$("  "+STR$(143-2*d%),3);
   36  GOSUB 2:p%=f%:GOSUB 2:d%=d%+1
   40 UNTIL d%=72 OR p%=144
   42 IF d%<72 GOTO 12
   44 RETURN
   60 REM p%: a free tile, not g%; or 144
   64 c%=0:REPEAT c%=c%+1:p%=RND(144)-1:UNTIL V%(p%)<3 AND p%<>g% OR c%=500
   66 IF V%(p%)>2 OR p%=g% p%=144
   68 RETURN
   80 REM board
   82 CLS:PRINT TAB(1,24);"JUST A LITTLE LONGER...";
   84 FOR r%=0 TO 143
   86  p%=r%:IF V%(p%)<9 x%=px?p%:y%=py?p%:GOSUB 8
   88 NEXT
   90 m$="":GOSUB 570
   94 PRINT TAB(33,8);"H HELP";TAB(33,10);"U UNDO";TAB(33,12);"R QUIT";
   96 GOTO 880
  100 REM a game begins
  105 L%=144:X%=7:Y%=1:C%=-1:H%=-1:u%=0:e%=0:G%=G%+1
  110 GOTO 80
  130 REM play
  132 REPEAT
  134  K%=GET:IF K%>96 K%=K%-32
  136  q%=INSTR("ADWS",CHR$K%):IF q% GOSUB 150
  138  IF K%=32 GOSUB 180
  140  IF K%=85 GOSUB 400
  142  IF K%=72 GOSUB 500
  144  IF K%=82 GOSUB 590
  146 UNTIL e%
  148 RETURN
  150 REM cursor
  152 a%=X%:b%=Y%:i%=(q%=1)-(q%=2):j%=(q%=3)-(q%=4)
  154 IF V%(h?4)<9 AND (a%=7 OR a%=8) AND b% DIV 2=2 a%=7-(i%>0):b%=4-(j%>0)
  160 a%=a%+i%:a%=a%-(a%=0)+(a%=16):b%=b%+j%:b%=b%-(b%=0)+(b%=9)
  170 IF a%=1 OR a%>13 b%=4
  172 IF V%(h?4)<9 AND (a%=7 OR a%=8) AND b% DIV 2=2 a%=7:b%=4
  174 x%=X%:y%=Y%:X%=a%:Y%=b%:GOSUB 7
  176 x%=X%:y%=Y%:GOTO 7
  180 REM SPACE
  182 x%=X%:y%=Y%:GOSUB 14
  184 IF C%<0 AND V%(p%)<3 C%=p%:GOTO 7
  186 IF C%>=0 IF V%(p%)<3 IF p%<>C% IF T?p%=T?C% GOTO 200
  190 GOSUB 10
  192 GOTO 13
  200 REM take a pair
  202 r%=p%:p%=C%:C%=-1:k%=0:GOSUB 270
  204 p%=r%:k%=1:GOSUB 270
  206 u%=1:GOSUB 880
  210 IF L%=0 GOSUB 595
  220 RETURN
  230 REM another game?
  240 PRINT TAB(1,24);"TRY AGAIN? (Y/N)";
  250 GOSUB 700
  260 e%=1:RETURN
  270 REM take tile p%
  272 GOSUB 2:L%=L%-1
  274 SOUND 1,-15,148,1
  276 IF p%<>h?4 GOTO 7
  278 FOR y%=4 TO 5:FOR x%=7 TO 8:GOSUB 7:NEXT:NEXT
  280 RETURN
  400 REM undo
  402 GOSUB 10
  404 IF u%=0 GOTO 13
  410 FOR k%=0 TO 1:FOR j%=0 TO N?k%-1:V%(u?(8*k%+j%))=w?(8*k%+j%):NEXT:NEXT
  414 u%=0:L%=L%+2
  420 FOR k%=0 TO 1:x%=px?(u?(8*k%)):y%=py?(u?(8*k%)):GOSUB 7:NEXT
  424 a%=X%:b%=Y%:GOSUB 172
  430 GOTO 880
  500 REM help
  505 GOSUB 10:m$="SEARCHING":GOSUB 570
  510 M%=0:k$="Y":g%=0
  515 REPEAT d%=0
  517  REPEAT
  519   p%=P?g%:q%=P?d%:IF V%(p%)<3 IF p%<>q% IF V%(q%)<3 IF T?p%=T?q% M%=1:GOSUB 550
  521   d%=d%+1
  523  UNTIL d%=144 OR k$="N" OR V%(P?g%)>2
  525  g%=g%+1
  527 UNTIL g%=144 OR k$="N"
  532 m$="":GOSUB 570
  535 IF M%=0 GOSUB 586
  538 RETURN
  550 REM show a pair
  552 C%=p%:H%=q%:GOSUB 560
  554 m$="CONTINUE? (Y/N)":GOSUB 570:GOSUB 700
  556 p%=C%:q%=H%:C%=-1:H%=-1
  560 REM two tiles
  561 x%=px?p%:y%=py?p%:r%=q%:GOSUB 7
  562 x%=px?r%:y%=py?r%:q%=r%:GOTO 7
  570 REM a message
  572 PRINT TAB(1,24);m$;SPC(30-LEN(m$));
  574 RETURN
  586 REM over
  587 m$="GAME OVER.":GOTO 598
  590 REM give up
  591 m$="ARE YOU SURE? (Y/N)":GOSUB 570:GOSUB 700
  592 m$="":GOSUB 570
  593 IF k$="Y" GOSUB 586
  594 RETURN
  595 REM won
  596 W%=W%+1:GOSUB 600
  597 m$="YOU WON!"
  598 PRINT TAB(1,22);m$;TAB(33,5);W%;"/";G%;
  599 GOTO 230
  600 REM a picture
  605 IF W%<3 RESTORE 625 ELSE RESTORE 630
  610 FOR y%=6 TO 10:READ t$:PRINT TAB(12,y%);t$;:NEXT
  615 FOR j%=1 TO 15:SOUND 1,-15,129,2:SOUND 1,-15,149,2:NEXT
  620 RETURN
  625 DATA .OOO.,OOO..,OO.O.,O.OO.,.OOO.
  630 DATA ..O..,OOOOO,O.O.O,OOOOO,..O..
  700 REM k$: Y or N
  710 REPEAT k$=CHR$(GET AND 223):UNTIL k$="Y" OR k$="N"
  730 RETURN
  880 PRINT TAB(33,1);"TILES";TAB(33,2);RIGHT$("  "+STR$(L%),3);:RETURN
  900 REM MAHJONG, after J. and C. Gerrie: a reconstruction
  905 MODE 1:VDU 28,0,31,39,7
  915 VDU 23,1,0;0;0;0;19,1,4;0;19,2,7;0;19,3,11;0;
  920 VDU 23,224,3,3,3,3,3,3,3,3,23,225,0,0,0,0,0,0,255,255
  925 DIM V%(144),T 143,P 143,v 143,px 143,py 143,pz 143,n 784,h 6,i 6,u 15,w 15,N 1
  930 s$="0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ":V%(144)=9:G%=0:W%=0:C%=-1:H%=-1
  935 GOSUB 3000
  940 REPEAT
  945  GOSUB 2100
  950  GOSUB 3100
  955  GOSUB 100:GOSUB 130
  960 UNTIL k$="N"
  965 VDU 26,20,12,23,1,1;0;0;0;
  970 END
 2000 REM level, row, openness
 2001 DATA 1,1,023333333333200,1,2,000255555520000,1,3,002355555532000,1,4,233355555533332
 2005 DATA 1,5,033355555533300,1,6,002355555532000,1,7,000255555520000,1,8,023333333333200
 2010 DATA 2,2,000023333200000,2,3,000025555200000,2,4,000025555200000,2,5,000025555200000
 2015 DATA 2,6,000025555200000,2,7,000023333200000,3,3,000002332000000,3,4,000002552000000
 2020 DATA 3,5,000002552000000,3,6,000002332000000,4,4,000000440000000,4,5,000000440000000
 2025 DATA 5,4,000000100000000
 2040 REM tiles between rows
 2045 DATA 1,4,1,2,5,1, 2,5,1,1,4,1, 14,4,1,13,5,1, 13,5,1,14,4,1, 7,4,5,8,4,4, 7,4,5,7,5,4, 7,4,5,8,5,4
 2100 REM title, deal
 2110 CLS:PRINT TAB(7,2);"YOUR TURTLE APPROACHES...";TAB(16,5);"MAHJONG";TAB(8,7);"BY CHARLIE & JIM GERRIE";
 2120 GOSUB 5500
 2130 F%=0
 2140 GOTO 20
 3000 REM fill the lists
 3002 FOR p%=0 TO 784:n?p%=144:NEXT
 3004 RESTORE 2001:p%=0
 3006 FOR j%=1 TO 21
 3008  READ z%,y%,t$
 3010  FOR x%=1 TO 15
 3012   IF MID$(t$,x%,1)>"0" v?p%=VAL(MID$(t$,x%,1)):px?p%=x%:py?p%=y%:pz?p%=z%:n?(x%+16*y%+128*z%)=p%:p%=p%+1
 3014  NEXT
 3016 NEXT
 3018 FOR j%=0 TO 6
 3019  READ x%,y%,z%:h?j%=FNp(x%,y%,z%):READ x%,y%,z%:i?j%=FNp(x%,y%,z%)
 3020 NEXT:RETURN
 3050 DEF FNp(x%,y%,z%)=n?(x%+16*y%+128*z%)
 3100 REM full turtle
 3110 FOR p%=0 TO 143:V%(p%)=v?p%:NEXT
 3210 RETURN
 5500 PRINT TAB(7,12);"MATCH TILES OPEN ON LEFT";TAB(7,14);"OR RIGHT SIDE. USE W,A,S,D";
 5510 PRINT TAB(7,16);"TO MOVE & SPACE TO SELECT.";
 5520 RETURN
