import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import { exportJob } from '../../../functions/exports/repository.ts'
import { startEngine } from '../../../infra/local/data/engine.ts'
import { readSchoolFile } from '../../../infra/local/schools/file.ts'
import { organization, organizationBody } from '../../../lib/identity/org/records.ts'
import { connect } from '../../../lib/table/client.ts'
import { meter } from '../../../lib/table/meter.ts'
import { tableDefinition } from '../../../lib/table/schema.ts'
import { openTable } from '../../../lib/table/table.ts'
import { put } from '../../../lib/table/write.ts'
import { print, say } from '../figures.ts'

// Exports of a school with many organizations, and of a whole school with a fifth of them: the memory of the process that
// writes them, and whether the files are whole although the process was killed again and again.
// node tests/load/durability/export.ts [organizations] [kills]
const [orgs = 10_000, kills = 5] = process.argv.slice(2).map(Number)
/** What is exported, of which school, with how many organizations. */
const wanted = [
  { kind: 'organizations', school: 'large', count: orgs },
  { kind: 'school', school: 'whole', count: Math.ceil(orgs / 5) },
] as const
type Wanted = (typeof wanted)[number]
/** A function of 256 MB would not give more; without a limit garbage stays for as long as the machine has room. */
const heap = '--max-old-space-size=96'
const at = '2026-03-01T00:00:00.000Z'

const cardOf = (number: number) => ({
  orgId: `org${String(number).padStart(6, '0')}`,
  org_name: `Society "${number}", large`,
  nameKey: `society ${number}`,
  look: ` society ${number}`,
  org_description: 'ö'.repeat(400),
  org_profile_image: '',
  owner: 'nobody',
  requireApprovalForJoin: false,
  unlisted: false,
  verified: false,
  verificationType: 'basic',
  verificationStatus: 'none',
  approvalStatus: 'approved' as const,
  lifecycleStatus: 'active',
  orgTypeKey: 'club',
  memberCount: 1,
  followerCount: 0,
  eventCount: 0,
  createdAt: at,
  updatedAt: at,
  version: 1,
})

const bodyOf = (number: number) => ({
  orgId: cardOf(number).orgId,
  org_banner_image: null,
  weekly_meeting: null,
  socialLinks: [],
  messageSettings: {
    enabled: true,
    visibility: 'public' as const,
    postingPermissions: [],
    allowReplies: true,
    allowLikes: true,
    characterLimit: 500,
  },
  version: 1,
})

const jobOf = ({ kind, school }: Wanted) => ({
  kind,
  format: kind === 'school' ? ('jsonl' as const) : ('csv' as const),
  id: kind,
  status: 'running' as const,
  startedAt: at,
  updatedAt: at,
  items: 0,
  bytes: 0,
  turn: 0,
  nudges: 0,
  seenTurn: -1,
  stuck: 0,
  leasedUntil: 0,
  fileKey: `${school}/load/${kind}`,
  parts: 0,
  chain: '',
  expiresAt: '2100-01-01T00:00:00.000Z',
})

const folder = mkdtempSync(join(tmpdir(), 'quad-export-'))
const engine = await startEngine({ memory: true })
try {
  const TABLE_NAME = 'exports'
  const env = { STAGE: 'local', TABLE_NAME, DYNAMODB_ENDPOINT: engine.endpoint, DATA_DIR: folder }
  const client = connect(env)
  const { StreamSpecification: _, ...definition } = tableDefinition(TABLE_NAME)
  await client.documents.send(new CreateTableCommand(definition) as never)
  const tableOf = ({ school: tenant }: Wanted) =>
    openTable({ client, tenant, now: () => new Date(), meter: meter() })
  for (const one of wanted) {
    say(`${one.school}: ${one.count} organizations`)
    for (let from = 0; from < one.count; from += 50) {
      const numbers = Array.from({ length: Math.min(50, one.count - from) }, (_, index) => from + index)
      const writes = numbers.flatMap((n) => [put(organization, cardOf(n)), put(organizationBody, bodyOf(n))])
      await tableOf(one).write(writes)
    }
  }

  /** A process that writes the export; killed without a word after so many milliseconds, if any. */
  const work = async ({ kind, school }: Wanted, killAfter?: number): Promise<number | null> => {
    const script = join(import.meta.dirname, 'export-worker.ts')
    const out = killAfter === undefined ? ('inherit' as const) : ('ignore' as const)
    const child = spawn(process.execPath, [heap, script, school, kind], {
      env: { ...process.env, ...env },
      stdio: ['ignore', out, 'inherit'],
    })
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
    if (killAfter !== undefined)
      await Promise.race([ended, pause(killAfter)]).then(() => child.kill('SIGKILL'))
    return ended
  }

  const isRunning = async (one: Wanted): Promise<boolean> =>
    (await tableOf(one).get(exportJob, one, { strong: true }))?.status === 'running'

  let struck = 0
  for (const one of wanted) {
    await tableOf(one).put(exportJob, jobOf(one))
    for (let kill = 0; kill < kills && (await isRunning(one)); kill += 1) {
      await work(one, 900 + kill * 400)
      struck += 1
      // A killed process keeps its lease; the clock would wait for that to end.
      await tableOf(one).update(exportJob, one, { set: { leasedUntil: 0 } })
    }
    if ((await isRunning(one)) && (await work(one)) !== 0) throw new Error(`${one.kind} did not end`)
  }
  print({ figure: 'kills', value: struck, unit: 'processes' })
  const fileOf = ({ kind, school }: Wanted): string => join(folder, 'exports', school, 'load', kind)
  const rows = readFileSync(fileOf(wanted[0]), 'utf8').split('\r\n').length - 2
  let cards = 0
  const { lines } = await readSchoolFile(fileOf(wanted[1]), ({ item }) => {
    if (item?.entity === 'Organization') cards += 1
  })
  const missing = [wanted[0].count - rows, wanted[1].count - cards]
  for (const [index, value] of missing.entries())
    print({ figure: 'organizations missing', value, unit: 'rows', budget: 0, kind: wanted[index]?.kind })
  print({ figure: 'lines of the school', value: lines, unit: 'lines' })
  if (missing.some((value) => value !== 0)) process.exitCode = 1
} finally {
  await engine.stop()
  rmSync(folder, { recursive: true, force: true })
}
