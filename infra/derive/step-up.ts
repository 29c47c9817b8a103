import { type Consequence, consequences, freshProofOf } from '../../lib/contract/consequence.ts'
import type { Contract, DescribedRow, Row } from '../../lib/contract/row.ts'

/** Words in the name or path of an operation whose change others depend on. */
const writes =
  /role|owner|platform-?admin|permission|access|membership|export|delete|erase|remove|roster|impersonat|(create|send|post)\w*(message|notification)|announce|invite|transfer|approval-flow|import/i
/** Words in the name or path of an operation that reads data of many people, or all data of one. */
const reads = /export|roster|my-data|root-operator/i

/** Rows without a caller have no session to steal, and pages call other operations. */
const hasSession = ({ access }: Row, domain: string): boolean =>
  access !== 'anyone' && access !== 'optional' && domain !== 'pages'

/** Items that a harmless operation does not write. */
export const sensitiveEntities: ReadonlySet<string> = new Set([
  ...['AdminGrant', 'PlatformAdmin', 'OrgMember', 'OrgRoles', 'OrgRoleHolder', 'StakeholderRole'],
  ...[
    'StakeholderMember',
    'RosterEntry',
    'RosterHead',
    'RoleOffer',
    'OrgInvite',
    'ExportJob',
    'Announcement',
  ],
  ...[
    'Message',
    'ApprovalFlow',
    'Domain',
    'EventSystemConfig',
    'ManagementConfig',
    'SamlConfig',
    'DomainClaim',
  ],
  ...['TenantRecord', 'Erasure', 'OrgTombstone'],
])

/** Whether a row must state its consequence, by its name or by the items that it was seen to write. */
export const mustDecide = (
  { domain, operation, row }: { readonly domain: string; readonly operation: string; readonly row: Row },
  written: Iterable<string> = [],
): boolean => {
  if (!hasSession(row, domain)) return false
  const name = `${operation} ${row.path}`
  if ([...written].some((entity) => sensitiveEntities.has(entity))) return true
  return (row.method === 'GET' ? reads : writes).test(name)
}

type ContractRow = { readonly domain: string; readonly operation: string; readonly row: DescribedRow }

export const rowsOf = (contracts: readonly Contract[]): readonly ContractRow[] =>
  contracts.flatMap(({ domain, rows }) =>
    Object.entries(rows).map(([operation, row]) => ({ domain, operation, row })),
  )

const asks = {
  none: 'nothing more than the session',
  recent: 'a factor shown in this session within 15 minutes; signing in with one counts',
  again: 'a factor shown in this session within 15 minutes, after the sign-in',
} as const

const lineOf = ({ domain, operation, row }: ContractRow): string =>
  `| \`${domain}.${operation}\` | \`${row.method} ${row.path}\` | ${row.summary.replaceAll('|', '\\|')} |`

const sectionOf = (consequence: Consequence, rows: readonly ContractRow[]): readonly string[] => [
  `## ${consequence}`,
  '',
  `The operation ${consequences[consequence].does}. It requires ${asks[freshProofOf({ consequence })]}.`,
  '',
  '| operation | path | what it does |',
  '|---|---|---|',
  ...rows.map(lineOf),
  '',
]

/** docs/step-up.md: operations that a stolen session alone cannot perform, by their consequence. */
export const stepUpPage = (contracts: readonly Contract[]): string => {
  const all = rowsOf(contracts)
  const names = Object.keys(consequences) as readonly Consequence[]
  const sections = names.flatMap((name) =>
    sectionOf(
      name,
      all.filter(({ row }) => row.consequence === name),
    ),
  )
  return [
    '# What requires a fresh proof',
    '',
    'Made by `npm run derive` from the rows of the contracts: `consequence` in a row decides what it requires',
    '([rules/mfa 30 to 32](rules/mfa.md)). The proof is required of people who have a second factor or have to have one; nothing',
    'changes for others. The refusal is 403 `STRONG_PROOF_REQUIRED` with the ways that the person has, or',
    '`SECOND_FACTOR_REQUIRED` for a person without a factor. `POST /mfa/confirm/code` or `…/passkey` shows one. An',
    'operation with a sensitive name, or whose sample writes a sensitive item, fails a test until its row decides.',
    'Operations that are not listed do neither.',
    '',
    ...sections,
  ].join('\n')
}
