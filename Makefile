# The short way in: each target is a line or two of CMake or one script. `make help` lists them.
PREFIX ?= /usr/local
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
MAKEFLAGS += --no-print-directory
VOLERY := build/release/app/volery

.PHONY: all release help deps play python web web-serve test bench format lint check check-long fresh docs install install-lib clean
.DEFAULT_GOAL := all

all: release ## build the library and the program, optimised, in build/release

release:
	@tools/deps.sh build
	@cmake --preset release --log-level=NOTICE
	@cmake --build --preset release -j $(JOBS)

deps: ## install what building, testing and checking need (Debian: as root or through sudo)
	@tools/deps.sh check

play: release ## look at the default scene
	@tools/play.sh $(VOLERY)

python: ## build the Python package as a wheel, in build/release/python
	@tools/deps.sh python
	@cmake --preset release --log-level=NOTICE
	@cmake --build build/release -j $(JOBS) --target python_wheel >/dev/null
	@ls build/release/python/*.whl

web: ## put the module for browsers and node, and the page, into build/web
	@tools/deps.sh web
	@tools/web.sh $(JOBS)

web-serve: web ## serve build/web on this machine, and print the address
	@node web/serve.js build/web

test: ## the tests of one build, in five minutes on two cores; says what it leaves out
	@tools/test.sh $(JOBS)

bench: release ## measure the speed
	@tools/bench.sh $(VOLERY)

format: ## put every C file into the project's format
	@tools/check/format.sh --fix

lint: ## the static checks alone
	@tools/check.sh lint

check: ## all else that must hold: static checks, sanitizers, same bits by compiler, system and device, embedding
	@tools/check.sh all $(JOBS)

fresh: ## make play and make test in a bare Debian 12 made for it (as root)
	@tools/fresh.sh

check-long: ## the tests that take long: soak, every hash on ARM, s390x and Windows, fuzzers
	@tools/check_long.sh $(JOBS)

docs: release ## make the documents that come from tables anew
	@cmake -B build/release -DVOLERY_DOCS=ON >/dev/null && cmake --build build/release --target generate_parameters >/dev/null
	@build/release/generate_parameters > docs/parameters.md

install: ## install below PREFIX (/usr/local unless given)
	@tools/deps.sh python
	@cmake --preset release --log-level=NOTICE -DCMAKE_INSTALL_PREFIX=$(PREFIX)
	@cmake --build --preset release -j $(JOBS)
	@cmake --install build/release

LIB_BUILD ?= build/lib
install-lib: ## install the library alone below PREFIX: no program, no packages but a compiler; LIB_OPTIONS are CMake's
	@tools/deps.sh lib
	@cmake -S . -B $(LIB_BUILD) --log-level=NOTICE -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=$(PREFIX) \
		-DVOLERY_APP=OFF -DVOLERY_EXAMPLES=OFF $(LIB_OPTIONS)
	@cmake --build $(LIB_BUILD) -j $(JOBS)
	@cmake --install $(LIB_BUILD)

clean: ## remove everything that was built
	@rm -rf build

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' $(MAKEFILE_LIST) | while IFS='	' read -r name what; do \
		printf 'make %-11s %s\n' "$$name" "$$what"; done
