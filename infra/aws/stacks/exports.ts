import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import { accepted } from '../accepted.ts'

/** What each function may do with files that are written for somebody to fetch. */
export const exportActions: Readonly<Record<string, readonly string[]>> = {
  notices: [
    's3:PutObject',
    's3:GetObject',
    's3:DeleteObject',
    's3:AbortMultipartUpload',
    's3:ListMultipartUploadParts',
  ],
  exports: ['s3:GetObject'],
  clock: ['s3:DeleteObject', 's3:AbortMultipartUpload'],
}

/** A private bucket of copies, which end by themselves after three days. Only addresses that were signed lead there. */
export const exportStore = (stack: Stack) => {
  const bucket = new Bucket(stack, 'ExportFiles', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.DESTROY,
    lifecycleRules: [{ expiration: Duration.days(3), abortIncompleteMultipartUploadAfter: Duration.days(2) }],
  })
  accepted(bucket, {
    'AwsSolutions-S1':
      'Access logs would outlive the files, which end after three days, and keep who fetched them from which address.',
  })
  return {
    bucket,
    /** The bucket's ARN as rule packs write it for roles of other stacks. */
    importedArn: String(Object.values(stack.resolve(stack.exportValue(bucket.bucketArn)))[0]),
  }
}
