import type { Table } from '../../table/table.ts'
import { remove, type Write } from '../../table/write.ts'
import { factorRecovery, passkey, recoveryCodes, totp, totpSetup } from './records.ts'

/** A person's second factors, and a pending recovery; read with strong consistency. */
export const findFactors = async (table: Table, globalUserId: string) => {
  const [[passkeys, [app], [recovery], setups], waiting] = await Promise.all([
    table.collect([passkey, totp, recoveryCodes, totpSetup] as const, { globalUserId }, { strong: true }),
    table.get(factorRecovery, { globalUserId }, { strong: true }),
  ])
  return { passkeys, app, recovery, setups, waiting }
}
export type Factors = Awaited<ReturnType<typeof findFactors>>

/** All of a person's second factor data is deleted with the person. */
export const removeFactors = ({ passkeys, app, recovery, setups, waiting }: Factors): Write[] => [
  ...passkeys.map((one) => remove(passkey, one)),
  ...setups.map((one) => remove(totpSetup, one)),
  ...(app ? [remove(totp, app)] : []),
  ...(recovery ? [remove(recoveryCodes, recovery)] : []),
  ...(waiting ? [remove(factorRecovery, waiting)] : []),
]
