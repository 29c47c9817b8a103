import { parseArgs } from 'node:util'
import { listBlocks } from '../../../lib/identity/limit/networks.ts'
import type { Table } from '../../../lib/table/table.ts'
import { awsCli, requireOutput, stackOutputs } from '../aws-cli.ts'
import { openPlatformTable } from '../platform-table.ts'
import { messageOf, problem, runProgram } from '../problem.ts'
import { blockNetwork, hoursIn, networkIn, usage } from './block.ts'

const list = async (table: Table): Promise<void> => {
  const blocks = await listBlocks(table)
  for (const { network, createdAt, expiresAt } of blocks)
    console.log(`${network}  ${createdAt}  ${expiresAt}`)
  console.log(`${blocks.length} networks are blocked.`)
}

const read = (words: readonly string[]) => {
  try {
    return parseArgs({ args: [...words], options: { stage: { type: 'string' } }, allowPositionals: true })
  } catch (error) {
    throw problem(`${messageOf(error)}\n${usage}`)
  }
}

const main = async (words: readonly string[]): Promise<true> => {
  const { values, positionals } = read(words)
  const [text, hours = '1', ...rest] = positionals
  if (rest.length > 0) throw problem(usage)
  const network = text === undefined ? undefined : networkIn(text)
  const duration = hoursIn(hours)
  const { stage } = values
  const name =
    stage === undefined
      ? undefined
      : requireOutput(await stackOutputs(awsCli, stage, 'data'), 'TableName', stage)
  const now = () => new Date()
  const table = await openPlatformTable(now, name)
  if (network === undefined) await list(table)
  else
    console.log(
      `${await blockNetwork(table, network, duration, now())} Functions follow within half a minute.`,
    )
  return true
}

await runProgram(() => main(process.argv.slice(2)))
