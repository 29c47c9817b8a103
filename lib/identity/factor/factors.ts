import type { Table } from '../../table/table.ts'
import { remove, type Write } from '../../table/write.ts'
import { factorRecovery, passkey, recoveryCodes, totp, totpSetup } from './records.ts'

/** The second factors of a person, and whether they wait for having lost all of them; read strongly. */
export const findFactors = async (table: Table, globalUserId: string) => {
  const [[passkeys, [app], [recovery], setups], waiting] = await Promise.all([
    table.collect([passkey, totp, recoveryCodes, totpSetup] as const, { globalUserId }, { strong: true }),
    table.get(factorRecovery, { globalUserId }, { strong: true }),
  ])
  return { passkeys, app, recovery, setups, waiting }
}
export type Factors = Awaited<ReturnType<typeof findFactors>>

/** Everything that a person has of second factors goes with the person. */
export const removeFactors = ({ passkeys, app, recovery, setups, waiting }: Factors): Write[] => [
  ...passkeys.map((one) => remove(passkey, one)),
  ...setups.map((one) => remove(totpSetup, one)),
  ...(app ? [remove(totp, app)] : []),
  ...(recovery ? [remove(recoveryCodes, recovery)] : []),
  ...(waiting ? [remove(factorRecovery, waiting)] : []),
]
