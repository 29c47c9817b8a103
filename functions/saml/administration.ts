import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { answer } from '../../lib/contract/reply.ts'
import type { Operation } from '../../lib/operation.ts'
import { redactTrace, requireChecksPass } from './config/checks.ts'
import { requireConfig, saveConfig, viewOf } from './config/configuration.ts'
import { readSamlMigration } from './config/migration.ts'
import { presets } from './config/settings.ts'
import { TraceMissing } from './contract/failures.ts'
import { presetNames } from './contract/shapes.ts'
import type { contract } from './contract.ts'
import { findSamlTraces, samlTrace } from './repository.ts'

type Rows = (typeof contract)['rows']

const createdMessage = 'SAML configuration created successfully'

const savedReply = ({ id, created }: { id: string; created: boolean }) =>
  answer({ id }, created ? { status: 201, message: createdMessage } : {})

const requireTrace = async ({ table }: Context<'admin'>, id: string) =>
  (await table.get(samlTrace, { id }, { strong: true })) ?? fail(TraceMissing)

export const getSamlConfig: Operation<Rows['getSamlConfig']> = async (_, context) => {
  return viewOf(await requireConfig(context), context)
}

export const saveSamlConfig: Operation<Rows['saveSamlConfig']> = async (body, context) => {
  return savedReply(await saveConfig(context, body))
}

export const changeSamlConfig: Operation<Rows['changeSamlConfig']> = async (body, context) => {
  return savedReply(await saveConfig(context, body))
}

export const testSamlConfig: Operation<Rows['testSamlConfig']> = async (_, context) => {
  return { checks: [...requireChecksPass(await requireConfig(context), context)] }
}

export const getSamlMetadata: Operation<Rows['getSamlMetadata']> = async (_, context) => {
  const { metadataOf } = await import('./config/own-metadata.ts')
  return metadataOf(context)
}

export const importSamlMetadata: Operation<Rows['importSamlMetadata']> = async (requested, context) => {
  const { importMetadata } = await import('./config/metadata.ts')
  const { id, created, leftOut } = await importMetadata(context, requested)
  return answer({ id, leftOut: [...leftOut] }, created ? { status: 201, message: createdMessage } : {})
}

export const listSamlPresets: Operation<Rows['listSamlPresets']> = async () => {
  return {
    presets: presetNames.map((name) => {
      const { about, attributeMapping } = presets[name]
      return { name, about, attributeMapping: { ...attributeMapping } }
    }),
  }
}

export const getSamlMigration: Operation<Rows['getSamlMigration']> = async (query, context) => {
  return readSamlMigration(context, pageOf(query))
}

export const listSamlTraces: Operation<Rows['listSamlTraces']> = async (query, { table }) => {
  const { items, cursor } = await findSamlTraces(table, pageOf(query))
  return { traces: [...items], ...(cursor === undefined ? {} : { cursor }) }
}

export const getSamlTrace: Operation<Rows['getSamlTrace']> = async ({ traceId }, context) => {
  return requireTrace(context, traceId)
}

export const redactSamlTrace: Operation<Rows['redactSamlTrace']> = async ({ traceId }, context) => {
  const cleared = redactTrace(await requireTrace(context, traceId))
  await context.table.put(samlTrace, cleared, { exists: true })
  return cleared
}
