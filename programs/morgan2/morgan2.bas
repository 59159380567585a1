   10 REM morgan2 by Y.-M. Morgan: a reconstruction from his text and from playing it, not his program
   20 MODE 1:VDU 28,0,31,39,7
   40 DIM D%(63),G%(63),S%(7),U%(72)
   50 GOSUB 100
   60 GOSUB 500
   65 x%=0:w%=8:h%=8:GOSUB 200
   66 x%=200:w%=1:GOSUB 200
   67 x%=232:h%=1:GOSUB 200
   70 REPEAT
   75  GOSUB 1100
   80  K%=GET
   85  GOSUB 800
   90 UNTIL K%=81 OR K%=113
   95 VDU 26,12,23,1,1;0;0;0;
   99 END
  100 REM set up screen and keys
  110 VDU 23,1,0;0;0;0;
  120 *FX 4,1
  130 VDU 19,1,1;0;19,2,2;0;
  140 RETURN
  200 REM a frame of w% by h% cells
  210 FOR i%=0 TO h%-1
  220  l%=x%:t%=24*i%+18:a%=24*w%+1:d%=1:c%=3:GOSUB 280
  230 NEXT
  240 FOR i%=0 TO w%
  250  l%=x%+24*i%:t%=0:a%=1:d%=24*h%-6:c%=3:GOSUB 280
  260 NEXT
  270 RETURN
  280 REM fill a% by d% pixels at l%,t%
  282 GCOL 0,128+c%
  284 VDU 24,4*l%;800-4*t%-4*d%;4*l%+4*a%-4;796-4*t%;
  286 CLG
  288 RETURN
  300 REM domino o% in the cell at x%,y%
  310 FOR i%=0 TO 5
  320  l%=x%+4+6*(i% DIV 2):t%=y%+8*(i% MOD 2)
  330  a%=6:d%=8:c%=1-((o%-1 AND 2^i%)>0):GOSUB 280
  340 NEXT
  350 RETURN
  360 REM the bars of a cursor
  370 l%=x%+1:t%=y%:a%=3:d%=16:c%=3:GOSUB 280
  380 l%=x%+22:a%=2:GOSUB 280
  390 RETURN
  400 REM the numbers
  410 PRINT TAB(29,4);"SCORE  ";RIGHT$("   "+STR$(T%),4);
  420 PRINT TAB(29,6);"FILL   ";RIGHT$("   "+STR$(F%),4);
  430 PRINT TAB(29,8);"FINAL  ";RIGHT$("   "+STR$(T%*F% DIV 64),4);
  440 RETURN
  500 REM shuffle and deal
  510 FOR i%=0 TO 63:D%(i%)=i%+1:NEXT
  520 FOR i%=63 TO 1 STEP -1
  530  j%=RND(i%+1)-1
  540  t%=D%(i%):D%(i%)=D%(j%):D%(j%)=t%
  550 NEXT
  560 p%=RND(64)-1
  570 REM the first domino, on place p%
  580 N%=1:F%=1:C%=-1:R%=p% DIV 8:X%=p% MOD 8
  590 G%(p%)=D%(0)
  595 RETURN
  600 REM o%: the domino on side s% of place p%
  605 o%=0
  610 IF s%=0 AND p% MOD 8>0 o%=G%(p%-1)
  615 IF s%=1 AND p% MOD 8<7 o%=G%(p%+1)
  620 IF s%=2 AND p%>7 o%=G%(p%-8)
  625 IF s%=3 AND p%<56 o%=G%(p%+8)
  630 RETURN
  640 REM the bits of side s% of domino o%
  642 IF s%=0 e%=o%-1 AND 3
  644 IF s%=1 e%=(o%-1) DIV 16
  646 IF s%=2 e%=o%-1 AND 21
  648 IF s%=3 e%=(o%-1) DIV 2 AND 21
  650 RETURN
  700 REM n%: the neighbours of domino k% on place p%, if it fits
  705 n%=0
  710 IF G%(p%) RETURN
  720 FOR s%=0 TO 3
  730  GOSUB 600
  740  IF o%=0 GOTO 770
  745  s%=s% EOR 1:GOSUB 640:f%=e%:s%=s% EOR 1:o%=k%:GOSUB 640
  750  IF e%<>f% n%=-4
  760  n%=n%+1
  770 NEXT
  780 IF n%<0 n%=0
  790 RETURN
  800 REM a key
  810 IF M% GOTO 860
  820 IF K%=139 AND P%>0 P%=P%-1
  825 IF K%=138 AND P%<7 P%=P%+1
  830 IF K%=13 GOSUB 900
  840 RETURN
  860 IF K%=139 AND R%>0 R%=R%-1
  865 IF K%=138 AND R%<7 R%=R%+1
  870 IF K%=136 AND X%>0 X%=X%-1
  875 IF K%=137 AND X%<7 X%=X%+1
  880 IF K%=13 GOSUB 1000
  890 RETURN
  900 REM choose a domino, or turn one up
  910 IF S%(P%) C%=P%:M%=1:RETURN
  920 IF N%=64 RETURN
  930 S%(P%)=D%(N%)
  940 N%=N%+1
  950 RETURN
 1000 REM place the chosen domino, or go back
 1010 p%=8*R%+X%
 1020 IF G%(p%) M%=0:RETURN
 1030 k%=S%(C%):GOSUB 700
 1040 IF n%=0 RETURN
 1050 b%=0
 1060 FOR i%=0 TO 7:b%=b%-(S%(i%)>0):NEXT
 1070 T%=T%+n%*VAL(MID$("84220000",b%,1))
 1080 G%(p%)=k%
 1090 S%(C%)=0:C%=-1:M%=0
 1095 F%=F%+1
 1099 RETURN
 1100 REM draw what has changed
 1110 FOR q%=0 TO 63
 1120  u%=M%=1 AND q%=8*R%+X%
 1130  x%=24*(q% MOD 8):y%=24*(q% DIV 8)
 1140  o%=G%(q%):GOSUB 1300
 1150 NEXT
 1160 FOR q%=64 TO 71
 1170  u%=M%=0 AND q%-64=P%
 1180  x%=200:y%=24*(q%-64):o%=S%(q%-64):GOSUB 1300
 1190 NEXT
 1200 u%=0:o%=0
 1210 IF C%>=0 o%=S%(C%)
 1220 x%=232:y%=0:GOSUB 1300
 1230 GOTO 400
 1300 REM cell q%: domino o%, the cursor if u%
 1310 IF U%(q%)=o%-99*u% RETURN
 1320 U%(q%)=o%-99*u%
 1330 l%=x%+1:t%=y%:a%=23:d%=16:c%=0:GOSUB 280
 1340 IF o% GOSUB 300
 1350 IF u% GOSUB 360
 1360 RETURN
