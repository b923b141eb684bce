module readers

go 1.24.0

require (
	github.com/moov-io/ach v1.55.0
	github.com/moov-io/bai2 v0.4.0
)

require (
	github.com/igrmk/treemap/v2 v2.0.1 // indirect
	github.com/moov-io/base v0.60.0 // indirect
	github.com/moov-io/iso3166 v0.3.0 // indirect
	github.com/moov-io/iso4217 v0.3.2 // indirect
	github.com/rickar/cal/v2 v2.1.25 // indirect
	golang.org/x/exp v0.0.0-20240604190554-fc45aab8b7f8 // indirect
	golang.org/x/net v0.48.0 // indirect
	golang.org/x/sync v0.19.0 // indirect
	golang.org/x/text v0.32.0 // indirect
)
