import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { SignJWT } from 'jose'
import { freePort } from '../../../infra/local/data/engine-binary.ts'
import { clientConfiguration } from '../../../infra/local/data/table.ts'
import { demoPassword } from '../../../infra/local/demo-people.ts'
import { tableName } from '../../../infra/local/handlers/environment.ts'
import { bounded } from '../../load/bounded.ts'
import { clientAt, Entered } from '../../load/client.ts'
import { median, print, rounded, say } from '../../load/figures.ts'
import { originOf, type Place, type PlatformProcess, placeIn } from '../../load/platform-process.ts'
import { engineOf } from '../../load/processes.ts'
import { endAll, startTimed } from '../../load/rounds.ts'
import { secretOfCommonStack } from '../starts/common-stack.ts'
import { type PeerKind, peerKinds, peerNames, type Reads } from './peer-kinds.ts'
import { type Rate, rateOf, type Target } from './rate.ts'

// Requests a second of the platform beside peers that do one read on the same engine, by turns in one run: the first
// figure of whoever asks what all that the platform does costs.

const root = join(import.meta.dirname, '..', '..', '..')
const mostMs = 300_000
const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
  },
})
const connections = Number(values.connections)
const ms = Number(values.seconds) * 1000
const rounds = Number(values.rounds)

const folder = mkdtempSync(join(tmpdir(), 'quad-peers-'))
const peers: ChildProcess[] = []
let place: Place | undefined
let platform: PlatformProcess | undefined

/** Four questions of somebody who is signed in, each with what it asks for on the demo campus. */
const questionsOf = async (origin: string): Promise<readonly (readonly [string, Target])[]> => {
  const ask = clientAt(origin)
  const school = 'demo'
  const body = { email: 'ada@demo.example.edu', password: demoPassword }
  const entered = Entered.parse((await ask({ method: 'POST', path: '/login', school, body })).body)
  const headers = {
    authorization: `Bearer ${entered.data.accessToken}`,
    'x-client': 'mobile',
    'x-tenant': school,
  }
  const paths = ['/get-event/demo-event', '/get-orgs', '/validate-token', '/get-future-events']
  return paths.map((path) => [path, { url: `${origin}${path}`, headers }] as const)
}

const person = 'peer-person'

/** An item of the size of a person, for peers to read. */
const putPerson = async ({ endpoint, table, key }: Reads): Promise<void> => {
  const client = new DynamoDBClient(clientConfiguration(endpoint))
  const about = { name: 'A person', email: 'person@demo.example.edu', about: 'x'.repeat(400) }
  await DynamoDBDocumentClient.from(client).send(
    new PutCommand({ TableName: table, Item: { ...key, entity: 'Peer', ...about } }),
  )
  client.destroy()
}

const startPeer = async (kind: PeerKind, reads: Reads): Promise<readonly [string, Target]> => {
  const port = await freePort()
  const file = join(import.meta.dirname, 'peer.ts')
  peers.push(
    fork(file, [kind, String(port), JSON.stringify(reads)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  const token = await new SignJWT({ roles: [] })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(person)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secretOfCommonStack))
  const target = { url: `http://127.0.0.1:${port}/`, headers: { authorization: `Bearer ${token}` } }
  for (let waited = 0; waited < 100; waited += 1) {
    if ((await rateOf(target, { connections: 1, ms: 1 })).perSecond > 0) return [peerNames[kind], target]
    await pause(100)
  }
  throw new Error(`${peerNames[kind]} does not answer.`)
}

const prove = async (): Promise<boolean> => {
  place = await placeIn(folder, root, [])
  platform = (await startTimed(place)).platform
  const engine = engineOf(place.dataDir)
  if (!engine) throw new Error('The platform has written down no engine.')
  const endpoint = `http://127.0.0.1:${engine.port}`
  const reads: Reads = { endpoint, table: tableName, key: { pk: person, sk: 'USER' } }
  await putPerson(reads)
  const targets = [...(await questionsOf(originOf(place)))]
  for (const kind of Object.keys(peerKinds) as PeerKind[]) targets.push(await startPeer(kind, reads))
  const seen = new Map<string, Rate[]>(targets.map(([name]) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    say(round === 0 ? 'warming up' : `round ${round} of ${rounds}`)
    for (const [name, target] of targets) {
      const rate = await rateOf(target, { connections, ms: round === 0 ? ms / 2 : ms })
      if (round > 0) seen.get(name)?.push(rate)
    }
  }
  const rates = (name: string) => (seen.get(name) ?? []).map(({ perSecond }) => perSecond)
  const common = median(rates(peerNames.common))
  for (const [name, found] of seen) {
    const all = rates(name)
    print({
      figure: `requests a second, ${name}`,
      value: Math.round(median(all)),
      unit: `a second over ${connections} connections`,
      lowest: Math.round(Math.min(...all)),
      highest: Math.round(Math.max(...all)),
      besideCommonStack: rounded(median(all) / common),
      failed: found.reduce((sum, { failed }) => sum + failed, 0),
    })
  }
  return [...seen.values()].flat().every(({ failed }) => failed === 0)
}

await bounded(mostMs, prove, async () => {
  for (const peer of peers) peer.kill('SIGKILL')
  if (place) await endAll(place, platform)
  rmSync(folder, { recursive: true, force: true })
})
