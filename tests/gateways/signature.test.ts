import { expect, test } from 'vitest'
import { type Signed, sha256, signatureOf } from './signature.ts'

// The examples that AWS publishes for S3 ("Signature Calculations for the Authorization Header" and "… Query Parameters").
const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const host = 'examplebucket.s3.amazonaws.com'
const example: Signed = {
  method: 'GET',
  path: '/test.txt',
  query: {},
  headers: { host, range: 'bytes=0-9', 'x-amz-content-sha256': sha256(''), 'x-amz-date': '20130524T000000Z' },
  signedHeaders: 'host;range;x-amz-content-sha256;x-amz-date',
  payloadHash: sha256(''),
  date: '20130524T000000Z',
  scope: '20130524/us-east-1/s3/aws4_request',
}

test('the signatures expected here are those of the published GET example', () => {
  expect(signatureOf(secret, example)).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

test('the signatures expected here are those of the published presigned example', () => {
  const query = {
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request',
    'X-Amz-Date': '20130524T000000Z',
    'X-Amz-Expires': '86400',
    'X-Amz-SignedHeaders': 'host',
  }
  const presigned = {
    ...example,
    query,
    headers: { host },
    signedHeaders: 'host',
    payloadHash: 'UNSIGNED-PAYLOAD',
  }
  expect(signatureOf(secret, presigned)).toBe(
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  )
})
