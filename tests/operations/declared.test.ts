import { describe, expect, it } from 'vitest'
import { contract } from '../../functions/platform/contract.ts'
import { requireDeclared } from '../support/setup/declared.ts'

const asked = { rawPath: '/health', requestContext: { http: { method: 'GET' } } }
const answered = (status: number, headers: Readonly<Record<string, string>> = {}) => {
  requireDeclared(contract, asked, { status, headers })
}

describe('a response in a test', () => {
  it('is refused when it is a failure that the row does not declare', () => {
    expect(() => answered(418, { 'x-error-code': 'TEAPOT' })).toThrow(
      'platform.getHealth does not declare 418 TEAPOT',
    )
  })

  // rules/http 55
  it('is refused when it is a failure without an error code', () => {
    expect(() => answered(405)).toThrow('GET /health: 405 without an error code')
  })

  it('is refused when it has a header that the row does not declare', () => {
    expect(() => answered(200, { 'x-strange': '1' })).toThrow('the header x-strange')
  })

  it('passes as the row declares it', () => {
    const headers = { 'x-request-id': '1', 'content-type': 'application/json' }
    expect(() => answered(200, headers)).not.toThrow()
    expect(() => answered(405, { 'x-error-code': 'METHOD_NOT_ALLOWED' })).not.toThrow()
  })
})
