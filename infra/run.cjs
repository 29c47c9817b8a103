'use strict'
// Runs programs of package.json, in any shell: node infra/run.cjs [NAME=value ...] <file.ts | program> [argument ...]
// Any installed Node reads this file, so it uses only JavaScript that all versions support.
var exists = require('fs').existsSync
var join = require('path').join

var oldest = 24
var found = process.versions.node
var have = 'Quad needs Node ' + oldest + ' or newer, and ' + process.execPath + ' is Node ' + found + '.'
var get =
  ' On Linux "npm ci" brings it along and "npm start" uses it; elsewhere install it from https://nodejs.org.'

function refuse(sentence) {
  process.stderr.write(sentence + '\n')
  process.exit(1)
}

if (Number(found.split('.')[0]) < oldest) refuse(have + get)
if (!exists(join(__dirname, '..', 'node_modules'))) refuse('There are no packages yet: run "npm ci" first.')

require('./run-program.cjs')
