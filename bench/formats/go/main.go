// Reads files with parsers of others, and prints what they found: entries, their sum and closing balances.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/moov-io/ach"
	"github.com/moov-io/bai2/pkg/lib"
)

type found struct {
	entries, cents, closing int64
	faults                  int
}

type reading struct {
	Reader   string  `json:"reader"`
	Currency string  `json:"currency"`
	Entries  int64   `json:"entries"`
	Sum      string  `json:"sum"`
	Closing  *string `json:"closing"`
	Faults   int     `json:"faults"`
}

func must(err error, path string) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", path, err)
		os.Exit(1)
	}
}

func amount(text, path string) int64 {
	value, err := strconv.ParseInt(text, 10, 64)
	must(err, path)
	return value
}

// Amounts of BAI2 have no decimal mark: how many of their digits stand behind it follows from the currency.
func decimal(minor int64, currency string) string {
	if currency == "JPY" {
		return strconv.FormatInt(minor, 10)
	}
	sign := ""
	if minor < 0 {
		sign, minor = "-", -minor
	}
	return fmt.Sprintf("%s%d.%02d", sign, minor/100, minor%100)
}

func show(reader string, sums map[string]*found, balances bool) {
	for currency, of := range sums {
		line := reading{reader, currency, of.entries, decimal(of.cents, currency), nil, of.faults}
		if balances {
			closing := decimal(of.closing, currency)
			line.Closing = &closing
		}
		text, _ := json.Marshal(line)
		fmt.Println(string(text))
	}
}

// Reading validates all of a file: counts, hashes and totals of batches and of the file.
func nacha(paths []string) {
	of := &found{}
	for _, path := range paths {
		file, err := ach.ReadFile(path)
		must(err, path)
		must(file.Validate(), path)
		for _, batch := range file.Batches {
			for _, entry := range batch.GetEntries() {
				of.entries++
				if entry.CreditOrDebit() == "C" {
					of.cents += int64(entry.Amount)
				} else {
					of.cents -= int64(entry.Amount)
				}
			}
		}
	}
	show("moov-io/ach", map[string]*found{"USD": of}, false)
}

func bai2(paths []string) {
	sums := map[string]*found{}
	for _, path := range paths {
		opened, err := os.Open(path)
		must(err, path)
		scan := lib.NewBai2Scanner(opened)
		file := lib.NewBai2()
		must(file.Read(&scan), path)
		must(file.Validate(), path)
		for _, group := range file.Groups {
			for _, account := range group.Accounts {
				addAccount(sums, account, path)
			}
		}
		must(opened.Close(), path)
	}
	show("moov-io/bai2", sums, true)
}

func addAccount(sums map[string]*found, account lib.Account, path string) {
	of := sums[account.CurrencyCode]
	if of == nil {
		of = &found{}
		sums[account.CurrencyCode] = of
	}
	var opening, closing, moved int64
	for _, summary := range account.Summaries {
		switch summary.TypeCode {
		case "010":
			opening = amount(summary.Amount, path)
		case "015":
			closing = amount(summary.Amount, path)
		}
	}
	for _, detail := range account.Details {
		of.entries++
		// Type codes from 400 on are debits.
		if amount(detail.TypeCode, path) < 400 {
			moved += amount(detail.Amount, path)
		} else {
			moved -= amount(detail.Amount, path)
		}
	}
	of.cents += moved
	of.closing += closing
	if opening+moved != closing {
		of.faults++
	}
}

func main() {
	paths, err := filepath.Glob(filepath.Join(os.Args[2], "*"))
	must(err, os.Args[2])
	map[string]func([]string){"nacha": nacha, "bai2": bai2}[os.Args[1]](paths)
}
