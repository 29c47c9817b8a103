import { readdirSync } from 'node:fs'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { describe, expect, it, onTestFinished } from 'vitest'
import { clientConfiguration, createTable } from '../../../infra/local/data/table.ts'
import { readFigures } from '../../../infra/local/like-aws/figures.ts'
import { openEngine, startPlatform } from '../../../infra/local/platform.ts'
import { fixtureFunctions, settingsIn, temporaryFolder } from '../local/local-folder.ts'

describe('a platform on an engine that behaves as the service does', () => {
  it('serves, starts again on what it left, and leaves nothing behind', async () => {
    const dataDir = temporaryFolder()
    for (let turn = 0; turn < 2; turn += 1) {
      const platform = await startPlatform({
        settings: { ...settingsIn(dataDir), likeAws: readFigures('') },
        env: process.env,
        functionsDir: fixtureFunctions(),
        watched: [],
        log: () => undefined,
      })
      const reply = await fetch(`http://127.0.0.1:${platform.port}/health`)
      expect(await reply.text()).toBe('well')
      await platform.stop()
    }
    expect(readdirSync(dataDir)).not.toContain('engine.json')
  })

  it('reaches the engine by the front alone', async () => {
    const dataDir = temporaryFolder()
    const engine = await openEngine({ ...settingsIn(dataDir), likeAws: readFigures('') })
    onTestFinished(engine.stop)
    await createTable(engine.endpoint, 'quad')
    const client = new DynamoDBClient(clientConfiguration(engine.endpoint))
    expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual(['quad'])
    client.destroy()
    await engine.stop()
    await expect(fetch(engine.endpoint)).rejects.toThrow()
  })
})
