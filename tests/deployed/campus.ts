import { expect, inject } from 'vitest'
import { contracts } from '../../functions/routes.ts'
import type { Handler } from '../../lib/http/serve.ts'
import { type Agent, type AgentOptions, agent } from '../support/agent.ts'
import { tableName } from '../support/table/table-names.ts'
import { testSecret, type World, world } from '../support/world.ts'
import { type DeployedPlatform, deploy, type PlatformPlace } from './platform.ts'
import { stageDomain } from './synthesis.ts'

export type DeployedCampus = {
  /** Its devices talk to the deployed platform; its table is the deployed one. */
  readonly w: World
  readonly platform: DeployedPlatform
  /** The digits of the newest mail that SES took for an address. */
  codeFor(email: string): Promise<string>
}

const patience = { timeout: 60_000, interval: 50 }

/** The same world, whose devices talk to a deployed platform. */
export const behindThe = (platform: DeployedPlatform, own: World): World => {
  const handler: Handler = (invocation) => platform.send(invocation)
  const place = { runtime: own.runtime, home: own.home, domain: stageDomain, contracts }
  const device = (options?: AgentOptions): Agent =>
    agent({ ...place, handlerFor: async () => handler }, options)
  return { ...own, domain: stageDomain, device }
}

/** A world whose front door is the deployed one: templates, bundles and rights as they would go to AWS. */
export const deployedCampus = async (
  more: Pick<PlatformPlace, 'withStream' | 'changed'> = {},
): Promise<DeployedCampus> => {
  const table = tableName(true)
  const clock = { now: () => new Date() }
  const platform = await deploy({
    assembly: inject('assembly'),
    engine: inject('engine'),
    tableName: table,
    secret: testSecret,
    now: () => clock.now(),
    ...more,
  })
  const own = await world({ table })
  Object.assign(clock, { now: own.clock.now })
  const codeFor = async (email: string): Promise<string> => {
    const code = () =>
      /^\d{6}$/m.exec(
        platform.mails.findLast(({ to, text }) => to === email && /^\d{6}$/m.test(text))?.text ?? '',
      )?.[0]
    await expect.poll(code, patience).toBeDefined()
    return code() ?? ''
  }
  return { w: behindThe(platform, own), platform, codeFor }
}

/** Waits, at most twenty seconds, until the stream has brought something about. */
export const eventually = <V>(look: () => Promise<V> | V) => expect.poll(look, patience)
