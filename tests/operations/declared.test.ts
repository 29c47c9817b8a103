import { describe, expect, it } from 'vitest'
import { contract } from '../../functions/platform/contract.ts'
import { requireDeclared } from '../support/setup/declared.ts'

const asked = { rawPath: '/health', requestContext: { http: { method: 'GET' } } }
const answered = (status: number, body: object, headers: object = {}) => {
  requireDeclared(contract, asked, { status, body, headers })
}

describe('what a test meets', () => {
  it('is refused when it is a failure that the row does not declare', () => {
    expect(() => answered(418, { success: false, message: 'No', code: 'TEAPOT' })).toThrow(
      'platform.getHealth does not declare 418 TEAPOT',
    )
    expect(() => answered(400, { success: false, message: 'Never said' })).toThrow('400 Never said')
  })

  it('is refused when it is a header that the row does not declare', () => {
    expect(() => answered(200, { ok: true }, { 'x-strange': '1' })).toThrow('the header x-strange')
  })

  it('passes as the row declares it', () => {
    const headers = { 'x-request-id': '1', 'content-type': 'application/json' }
    expect(() => answered(200, { ok: true }, headers)).not.toThrow()
    const refusal = { success: false, message: 'Method not allowed', code: 'METHOD_NOT_ALLOWED' }
    expect(() => answered(405, refusal)).not.toThrow()
  })
})
