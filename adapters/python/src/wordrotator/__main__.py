from wordrotator.binary import main

main()
