from wordrotator._binary import main

main()
