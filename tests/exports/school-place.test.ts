import { afterEach, describe, expect, it, vi } from 'vitest'
import { openInstall } from '../../infra/local/schools/place.ts'

afterEach(() => vi.unstubAllEnvs())

describe('a program that moves schools', () => {
  it('takes no folder of this machine for the media of a school on AWS', async () => {
    vi.stubEnv('AWS_REGION', 'eu-central-1')
    vi.stubEnv('DYNAMODB_ENDPOINT', '')
    vi.stubEnv('MEDIA_BUCKET', '')
    await expect(openInstall()).rejects.toThrow(/MEDIA_BUCKET/)
  })
})
