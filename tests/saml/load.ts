import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { print, rounded } from '../load/figures.ts'
import { encrypted, type Method, methods } from './encrypting.ts'
import { idp } from './idp.ts'
import { loadedCampus } from './load-campus.ts'
import { hostile } from './mutants/hostile.ts'

const callbacks = 50
const mostBlockMs = 200
const turns = 60
/** Medians that differ by more could tell failures apart (a padding oracle). */
const mostSpreadMs = 5

const folder = mkdtempSync(join(tmpdir(), 'quad-saml-'))
const campus = await loadedCampus(folder)
// The XML library says on the console what it makes of nonsense.
console.error = () => undefined

const median = (all: readonly number[]): number =>
  [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

/** Fifty callbacks at once, half of them as costly as they come; how long anything else had to wait. */
const storm = async (): Promise<boolean> => {
  const costly = hostile.filter(({ name }) => name.endsWith('in the assertion'))
  const bodies: string[] = []
  for (let at = 0; at < callbacks; at += 1) {
    bodies.push(await campus.prepared(at % 2 === 0 ? undefined : costly[at % costly.length]?.edit))
  }
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const waits: number[] = []
  let over = false
  const others = async () => {
    while (!over) {
      const from = performance.now()
      await campus.ask({ method: 'GET', path: '/auth/saml/login' })
      waits.push(performance.now() - from)
    }
  }
  delay.enable()
  const asking = others()
  const sent: ReturnType<typeof campus.post>[] = []
  for (const body of bodies) {
    sent.push(campus.post(body))
    // As from connections of their own: a server takes them up one by one.
    await new Promise((resume) => setImmediate(resume))
  }
  const replies = await Promise.all(sent)
  over = true
  await asking
  delay.disable()
  const value = rounded(delay.max / 1e6)
  const within = value <= mostBlockMs
  print({
    figure: `longest time that ${callbacks} callbacks at once keep the event loop to themselves`,
    value,
    unit: 'ms',
    budget: mostBlockMs,
    withinBudget: within,
    signedIn: replies.filter(({ statusCode }) => statusCode === 200).length,
    othersAnswered: waits.length,
    othersMedianMs: rounded(median(waits)),
  })
  return within
}

const [cbc] = methods as [Method]
const sealing =
  (to: string, damage = (xml: string) => xml) =>
  (xml: string): string =>
    damage(xml.replace(/<saml:Assertion.*<\/saml:Assertion>/s, (assertion) => encrypted(assertion, to, cbc)))

/** The content's cipher text with its last byte, or one in its middle, changed: the padding, or the text, is spoilt. */
const spoilt = (from: number) => (xml: string) =>
  xml.replace(
    /(<\/ds:KeyInfo><xenc:CipherData><xenc:CipherValue>)([^<]+)/,
    (_, head: string, value: string) => {
      const bytes = Buffer.from(value, 'base64')
      const at = bytes.length - from
      bytes[at] = (bytes[at] ?? 0) ^ 0x55
      return head + bytes.toString('base64')
    },
  )

const ways: Readonly<Record<string, () => Promise<string>>> = {
  'a key that does not open it': () => campus.prepared(sealing(idp(1).certificate)),
  'a spoilt padding': () => campus.prepared(sealing(campus.certificate, spoilt(1 + 16))),
  'a spoilt text': () => campus.prepared(sealing(campus.certificate, spoilt(400))),
  'a signature by a stranger, sealed': () =>
    campus.prepared(sealing(campus.certificate), { key: idp(1).key }),
}

/** What somebody could learn from an answer about how far a sealed message came. */
const oracle = async (): Promise<boolean> => {
  const times = new Map(Object.keys(ways).map((way) => [way, [] as number[]]))
  const words = new Set<string>()
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const [way, make] of Object.entries(ways)) {
      const body = await make()
      const from = performance.now()
      const reply = await campus.post(body)
      const ms = performance.now() - from
      if (turn > 0) times.get(way)?.push(ms)
      words.add(`${reply.statusCode} ${reply.body?.replace(/"traceId":"\w+"/, '')}`)
    }
  }
  const medians = [...times].map(([way, all]) => [way, median(all)] as const)
  const all = medians.map(([, ms]) => ms)
  const value = rounded(Math.max(...all) - Math.min(...all))
  const within = value <= mostSpreadMs && words.size === 1
  print({
    figure: 'spread of the median times of refusals that differ in how far a sealed message came',
    value,
    unit: 'ms',
    budget: mostSpreadMs,
    withinBudget: within,
    answers: words.size,
    ...Object.fromEntries(medians.map(([way, ms]) => [way, rounded(ms)])),
  })
  return within
}

const good = [await storm(), await oracle()]
rmSync(folder, { recursive: true, force: true })
process.exit(good.every(Boolean) ? 0 : 1)
