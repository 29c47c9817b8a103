import { declare } from '../../lib/contract/row.ts'
import { accountRows } from './contract/account-rows.ts'
import { eventRows } from './contract/event-rows.ts'
import { personRows } from './contract/person-rows.ts'

export { askedDomains } from './contract/asked.ts'

export const contract = declare('pages', 'Pages for people with a browser', {
  ...eventRows,
  ...accountRows,
  ...personRows,
})
