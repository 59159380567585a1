10 REM Guess a number
20 N%=RND(100):C%=0
30 REPEAT
40 INPUT "Your guess",G%:C%=C%+1
50 IF G%<N% THEN PRINT "Too low"
60 IF G%>N% THEN PRINT "Too high"
70 UNTIL G%=N%
80 PRINT "Right after ";C%;" guesses"
90 F%=OPENOUT("LAST"):PRINT#F%,C%:CLOSE#F%
