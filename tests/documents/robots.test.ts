import { describe, expect, it } from 'vitest'
import { robots } from '../../functions/documents/robots.ts'
import { contract } from '../../functions/pages/contract.ts'

/** The rules as RFC 9309 has them: the longest that fits decides, and of two as long the one that allows. */
const rules = robots
  .split('\n')
  .flatMap((line) => {
    const [, verb = '', path = ''] = /^(Allow|Disallow): (.+)$/.exec(line) ?? []
    return verb ? [{ allows: verb === 'Allow', path }] : []
  })
  .sort((one, other) => other.path.length - one.path.length || Number(other.allows) - Number(one.allows))

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.?+^(){}|[\]\\]/g, '\\$&').replaceAll('*', '.*')}`)

const isOpen = (address: string): boolean =>
  rules.find(({ path }) => patternOf(path).test(address))?.allows ?? true

const pages = Object.values(contract.rows).filter(({ method }) => method === 'GET')

describe('what search engines may look at', () => {
  it('is the front page, events, clubs, where people sign in and what leads there', () => {
    const open = pages.filter(({ path }) => isOpen(path.replace(/:\w+/g, 'x1'))).map(({ path }) => path)
    expect(open.sort()).toEqual([
      '/',
      '/clubs',
      '/event/:eventId',
      '/inbox',
      '/login',
      '/my-events',
      '/org/:orgId',
    ])
  })

  it('is no page of the interface that data comes from', () => {
    expect(['/events', '/login?next=/', '/search-users', '/docs', '/docs/events'].map(isOpen)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ])
  })
})
