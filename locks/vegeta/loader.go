//go:build locked

// Package loader names the program that go.mod and go.sum are for; it is never compiled.
package loader

import _ "github.com/tsenart/vegeta/v12"
