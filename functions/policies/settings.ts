import * as z from 'zod/mini'
import { fail } from '../../lib/contract/failure.ts'
import { FormatOff } from '../../lib/contract/failures.ts'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { type ExportFormat, ManagementSettings } from './contract.ts'
import { defaultSettings } from './defaults.ts'

/** Nested objects as in JSON. Arrays are leaves. */
export type Tree = { readonly [name: string]: unknown }

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const has = (tree: Tree, name: string): boolean => Object.hasOwn(tree, name)

const namesOf = (...trees: readonly Tree[]): string[] => [...new Set(trees.flatMap(Object.keys))]

/** Merges `over` into `under`, leaf by leaf. An array replaces an array. */
export const merged = (under: unknown, over: unknown): unknown => {
  if (!isTree(under) || !isTree(over)) return over
  const entries = namesOf(under, over).map((name) => {
    if (!has(over, name)) return [name, under[name]]
    return [name, has(under, name) ? merged(under[name], over[name]) : over[name]]
  })
  return Object.fromEntries(entries)
}

const sameLeaf = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The overlay that turns `base` into `wanted`. Equal values are omitted; null marks a removed name. */
export const difference = (base: Tree, requested: Tree): Tree => {
  const entries = namesOf(base, requested).flatMap((name): [string, unknown][] => {
    if (!has(requested, name)) return [[name, null]]
    const [was, is] = [base[name], requested[name]]
    if (!has(base, name)) return [[name, is]]
    if (!isTree(was) || !isTree(is)) return sameLeaf(was, is) ? [] : [[name, is]]
    const inner = difference(was, is)
    return Object.keys(inner).length > 0 ? [[name, inner]] : []
  })
  return Object.fromEntries(entries)
}

const maxNames = 100
const maxSteps = 8

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => Object.fromEntries([[name, inner]]), value)

/**
 * Expands dotted names: `{'a.b': 1}` becomes `{a: {b: 1}}`, at any depth. Undefined above a hundred names in one
 * object, or above eight steps in a path.
 */
export const expandPaths = (tree: Tree): Tree | undefined => {
  const names = Object.keys(tree)
  if (names.length > maxNames) return undefined
  let whole: unknown = {}
  for (const name of names) {
    const path = name.split('.')
    const value = tree[name]
    const inner = isTree(value) ? expandPaths(value) : value
    if (path.length > maxSteps || (isTree(value) && inner === undefined)) return undefined
    whole = merged(whole, nested(path, inner))
  }
  return isTree(whole) ? whole : undefined
}

/** The school's rules for messages of organizations. Lengths are in characters. */
export type MessagingRules = ManagementSettings['messaging']

const part = z.optional(z.unknown())

/**
 * A school's management configuration. It stores only differences from the defaults; null marks an entry removed from a
 * map. `findSettings` reads the whole.
 */
export const ManagementConfig = z.object({
  verificationEnabled: part,
  verificationRequired: part,
  allowedRequestTypes: part,
  verificationTiers: part,
  defaultVerificationType: part,
  enableCustomVerificationTypes: part,
  orgApproval: part,
  featureAccess: part,
  reviewWorkflow: part,
  notifications: part,
  reporting: part,
  policies: part,
  messaging: part,
  atlasPolicy: part,
  userOnboarding: part,
  createdAt: z.optional(z.string()),
  updatedAt: z.optional(z.string()),
  version: z.number(),
})
export type ManagementConfig = z.infer<typeof ManagementConfig>
export const managementConfig = entity('ManagementConfig', ManagementConfig, {
  scope: 'tenant',
  pk: 'MANAGEMENT',
  sk: 'CONFIG',
})

const partNames = Object.keys(ManagementSettings.shape)

const withoutRemovedTiers = (tiers: unknown): unknown =>
  isTree(tiers) ? Object.fromEntries(Object.entries(tiers).filter(([, tier]) => tier !== null)) : tiers

/** The whole configuration: stored values over the defaults. Only validated configurations are stored. */
export const settingsOf = (config: ManagementConfig | undefined): ManagementSettings => {
  if (config === undefined) return defaultSettings
  const set = Object.fromEntries(Object.entries(config).filter(([name]) => partNames.includes(name)))
  const whole = merged(defaultSettings, set) as ManagementSettings
  return {
    ...whole,
    verificationTiers: withoutRemovedTiers(whole.verificationTiers) as typeof whole.verificationTiers,
  }
}

/** The school's current rules. Reads strongly, because older rules must not decide (rules/table 19). One read. */
export const findSettings = async (table: Table): Promise<ManagementSettings> =>
  settingsOf(await table.get(managementConfig, {}, { strong: true }))

/** The requested format, else the usual one or the first that the school allows. Fails with 400 as `refuseFormat`. */
export const formatFor = (
  settings: ManagementSettings,
  input: ExportFormat | undefined,
  usual: ExportFormat,
): ExportFormat => {
  const { exportFormats: allowed } = settings.reporting
  const format = input ?? (allowed.includes(usual) ? usual : (allowed[0] ?? usual))
  refuseFormat(settings, format)
  return format
}

/** Fails with 400 for a format that the school does not export. */
const refuseFormat = ({ reporting }: ManagementSettings, format: ExportFormat): void => {
  if (!reporting.exportFormats.includes(format)) fail(FormatOff)
}

/** Message rules from a stored configuration, for callers that read it together with other items. */
export const messagingRulesOf = (config: ManagementConfig | undefined): MessagingRules =>
  settingsOf(config).messaging

export const findMessagingRules = async (table: Table): Promise<MessagingRules> =>
  (await findSettings(table)).messaging
