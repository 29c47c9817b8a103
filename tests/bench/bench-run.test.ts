import { expect, it } from 'vitest'
import type { Program } from './bench-programs.ts'
import { run } from './bench-run.ts'

const program = (script: string, atMost: number): Program => ({
  name: 'a program',
  shows: 'nothing',
  file: '-e',
  full: [script],
  atMost,
})

it('stops a program that takes too long, and not the one after it', async () => {
  const said = { quick: false, at: '1/1', graceMs: 300 }
  expect((await run(program('setInterval(() => undefined, 1000)', 0.2), said)).passed).toBe(false)
  expect((await run(program('setTimeout(() => undefined, 900)', 30), said)).passed).toBe(true)
})

it('kills one that does not end when it is asked to', async () => {
  const deaf = 'process.on("SIGTERM", () => undefined); setInterval(() => undefined, 1000)'
  expect((await run(program(deaf, 0.5), { quick: false, at: '1/1', graceMs: 100 })).passed).toBe(false)
})
