import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** An AWS CLI of a stage that can be stopped and started, where no table can be restored. */
const faulty = `#!/bin/sh
set -u
state() { if [ -e "$STATE/$1" ]; then echo "$2"; else echo "$3"; fi; }
case "$1 \${2-} $*" in
  '--version '*) echo "aws-cli/\${VERSION-2.13.0} Python/3.11.2" ;;
  'cloudformation describe-stacks '*ApiId*) echo api-1 ;;
  'cloudformation describe-stacks '*ClockRule*) echo clock-1 ;;
  'cloudformation describe-stacks '*StreamMapping*) echo stream-1 ;;
  'cloudformation describe-stacks '*) echo table-1 ;;
  'events describe-rule '*clock-1*) state clock DISABLED ENABLED ;;
  'events disable-rule '*clock-1*) : > "$STATE/clock" ;;
  'events enable-rule '*clock-1*) rm "$STATE/clock" ;;
  'lambda get-event-source-mapping '*stream-1*) state stream Disabled Enabled ;;
  'lambda update-event-source-mapping '*stream-1*--no-enabled) : > "$STATE/stream" ;;
  'lambda update-event-source-mapping '*stream-1*--enabled) rm "$STATE/stream" ;;
  'apigatewayv2 get-stage '*api-1*) state gateway '0.0	0' '300.0	700' ;;
  'apigatewayv2 update-stage '*api-1*ThrottlingRateLimit=0,*) : > "$STATE/gateway" ;;
  'apigatewayv2 update-stage '*api-1*ThrottlingRateLimit=300,ThrottlingBurstLimit=700*) rm "$STATE/gateway" ;;
  'lambda list-functions '*) ;;
  'dynamodb restore-table-to-point-in-time '*) echo 'An error occurred (LimitExceededException)' >&2; exit 254 ;;
  *) echo "aws: $*" >&2; exit 252 ;;
esac
`

describe('a game day on a stage where a page fails midway', () => {
  let folder: string
  const env = () => ({ ...process.env, STATE: folder, PATH: `${join(folder, 'bin')}:${process.env.PATH}` })
  const stopped = () => readdirSync(folder).filter((name) => name !== 'bin')

  /** Walks one page of the runbook. */
  const gameDay = (heading: string, more: Record<string, string> = {}) => {
    const file = join(import.meta.dirname, 'game-day.ts')
    const told = ['--stage', 'rehearsal', '--domain', 'rehearsal.example.edu', '--only', heading]
    return spawnSync(process.execPath, [file, ...told, '--endpoint', 'http://127.0.0.1:9'], {
      env: { ...env(), ...more },
      encoding: 'utf8',
    })
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quad-game-day-'))
    spawnSync('mkdir', [join(folder, 'bin')])
    writeFileSync(join(folder, 'bin', 'aws'), faulty)
    chmodSync(join(folder, 'bin', 'aws'), 0o755)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('says what stands still, with commands that start it as it was', () => {
    const { status, stdout, stderr } = gameDay('Restoring the table')
    expect(stdout).toContain('FAILED  Restoring the table: An error occurred (LimitExceededException)')
    expect(status).toBe(1)
    expect(stopped()).toEqual(['clock', 'gateway', 'stream'])
    const said = stderr.slice(stderr.lastIndexOf('THE STAGE IS STOPPED'))
    for (const part of ['the clock', 'the stream', 'the gateway']) expect(said).toContain(`${part} (`)
    const commands = said
      .slice(said.indexOf('These commands'))
      .split('\n')
      .filter((line) => line.startsWith('  '))
    expect(spawnSync('sh', ['-eu', '-c', commands.join('\n')], { env: env() }).status).toBe(0)
    expect(stopped()).toEqual([])
  })

  it('does not begin on a stage that stands still already', () => {
    writeFileSync(join(folder, 'clock'), '')
    const { status, stdout, stderr } = gameDay('Restoring the table')
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain('aws events enable-rule --name clock-1')
    expect(stopped()).toEqual(['clock'])
  })

  it.each(['1.45.11', '2.9.19', '2.12.7'])(
    'does not begin with a CLI that would end in the middle: %s',
    (VERSION) => {
      const { status, stdout, stderr } = gameDay('Restoring the table', { VERSION })
      expect([status, stdout, stderr]).toEqual([2, '', 'This AWS CLI is too old: take 2.13 or newer.\n'])
      expect(stopped()).toEqual([])
    },
  )

  it('says how a page ended that said nothing', () => {
    expect(gameDay('Going back', { VERSION: '2.36.7' }).stdout).toContain(
      'FAILED  Going back: ended with 1\n',
    )
  })

  it('says so where a stage does not tell', () => {
    writeFileSync(join(folder, 'bin', 'aws'), '#!/bin/sh\nexit 255\n')
    const { status, stderr } = gameDay('Restoring the table')
    expect(status).toBe(2)
    expect(stderr.match(/NOBODY KNOWS/g)).toHaveLength(3)
  })

  it('says nothing of a stage that runs', () => {
    const { stderr } = gameDay('The clock does not run')
    expect(stderr).not.toContain('STOPPED')
  })
})
