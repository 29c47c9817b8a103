import { afterEach, describe, expect, it, vi } from 'vitest'
import { defectLine } from '../../lib/http/request-log.ts'
import { processLog } from '../../lib/log.ts'

const request = { method: 'POST', path: '/login', device: { requestId: 'r1' } } as Parameters<
  typeof defectLine
>[0]
const line = defectLine(request, {}, new TypeError('cannot read what Ada wrote'))

const printed = (METRICS_STAGE: string | undefined): string => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  processLog({ METRICS_STAGE })(line)
  return write.mock.calls.join('')
}

afterEach(() => vi.restoreAllMocks())

describe('a defect', () => {
  it('is shown with message, stack and what was asked on one’s own machine', () => {
    const [json = '', ...stack] = printed(undefined).trimEnd().split('\n')
    expect(JSON.parse(json)).toMatchObject({ asked: 'POST /login', level: 'error', requestId: 'r1' })
    expect(stack[0]).toBe('TypeError: cannot read what Ada wrote')
    expect(stack[1]).toMatch(/^ {4}at .*local-log\.test/)
  })

  it('is told without its message and path where others read the log', () => {
    const said = printed('production')
    expect(JSON.parse(said)).toMatchObject({ defect: { name: 'TypeError' } })
    expect(said).not.toMatch(/Ada|login/)
  })
})
