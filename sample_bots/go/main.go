// A bot for Tractor and Finding Friends; decisions.go is the file to write in.
package main

import (
	"fmt"
	"os"
	"runtime"
)

//go:generate buf generate

func main() {
	// A bot has one core; a second thread answers the referee while the first thinks.
	runtime.GOMAXPROCS(2)
	bot, err := named(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := play(bot); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", bot.Name, err)
		os.Exit(1)
	}
}

// named is the bot that the command line asks for: yours, or one of the examples.
func named(arguments []string) (Bot, error) {
	if len(arguments) == 0 {
		return myBot(), nil
	}
	switch arguments[0] {
	case "random":
		return randomBot(), nil
	case "sensible":
		return sensibleBot(), nil
	default:
		return Bot{}, fmt.Errorf("there is no bot %q here; leave it away for your own, or say random or sensible", arguments[0])
	}
}
