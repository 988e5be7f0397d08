import SlumberCommands

SlumberProgram.main()
