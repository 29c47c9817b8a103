import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import {
  Distribution,
  HeadersFrameOption,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  HttpMethods,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3'
import { pendingFolder } from '../../../lib/contract/picture.ts'
import { putAsideDays } from '../../../lib/contract/time.ts'
import { accepted } from '../rules.ts'
import type { Stage } from '../stage.ts'

/** Each function's actions on export files. */
export const exportActions: Readonly<Record<string, readonly string[]>> = {
  stream: [
    's3:PutObject',
    's3:GetObject',
    's3:DeleteObject',
    's3:AbortMultipartUpload',
    's3:ListMultipartUploadParts',
  ],
  exports: ['s3:GetObject'],
  clock: ['s3:DeleteObject', 's3:AbortMultipartUpload'],
}

/** A private bucket for exports, which expire after three days. Only signed addresses give access. */
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

/**
 * A private bucket for stream records that the consumer could not handle. Each object is announced on the event bus of
 * the account.
 */
export const putAsideStore = (stack: Stack) => {
  const bucket = new Bucket(stack, 'PutAside', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.DESTROY,
    lifecycleRules: [
      { expiration: Duration.days(putAsideDays), abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
  })
  // The construct's own property would add a function that configures the bucket.
  const made = bucket.node.defaultChild as CfnBucket
  made.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } }
  accepted(bucket, {
    'AwsSolutions-S1':
      'Only Lambda writes here and only operators read, both of which the audit trail records.',
  })
  return {
    bucket,
    /** The bucket's ARN as rule packs write it for roles of other stacks. */
    importedArn: String(Object.values(stack.resolve(stack.exportValue(bucket.bucketArn)))[0]),
  }
}

const theBucket = (stack: Stack, { domain }: Stage): Bucket =>
  new Bucket(stack, 'Media', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN,
    // A picture that was deleted or replaced by mistake can be restored for a week.
    versioned: true,
    lifecycleRules: [
      {
        abortIncompleteMultipartUploadAfter: Duration.days(1),
        noncurrentVersionExpiration: Duration.days(7),
        expiredObjectDeleteMarker: true,
      },
      { prefix: pendingFolder, expiration: Duration.days(1) },
    ],
    // Large pictures are uploaded here directly, with an address signed for one file.
    cors: [
      {
        allowedMethods: [HttpMethods.PUT],
        allowedOrigins: domain === undefined ? ['*'] : [`https://${domain}`, `https://*.${domain}`],
        allowedHeaders: ['content-type'],
        maxAge: 600,
      },
    ],
  })

/** Makes browsers treat an uploaded file as a picture only, whatever its bytes are. */
const picturesOnly = (stack: Stack): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(stack, 'MediaHeaders', {
    comment: 'Uploaded media never run',
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: "default-src 'none'; sandbox", override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
    },
  })

/**
 * A private bucket and the address that serves it. The address belongs to CloudFront, so media have a different origin
 * than any school and get no cookies of the platform.
 */
export const mediaStore = (stack: Stack, stage: Stage) => {
  const bucket = theBucket(stack, stage)
  // They are as they came: with their location, and unchecked (rules/http 50).
  bucket.addToResourcePolicy(
    new PolicyStatement({
      effect: Effect.DENY,
      principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
      actions: ['s3:GetObject'],
      resources: [bucket.arnForObjects(`${pendingFolder}*`)],
    }),
  )
  accepted(bucket, {
    'AwsSolutions-S1':
      'Access logs would keep who looked at which picture from which address. Writes are in the audit trail.',
  })
  const distribution = new Distribution(stack, 'MediaAddress', {
    comment: `Quad media, ${stage.name}`,
    defaultBehavior: {
      origin: S3BucketOrigin.withOriginAccessControl(bucket),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy: picturesOnly(stack),
    },
  })
  accepted(distribution, {
    'AwsSolutions-CFR1': 'Students travel, and their pictures are no secret of a country.',
    'AwsSolutions-CFR2':
      'It reads files of a private bucket by name and runs nothing that a request could attack.',
    'AwsSolutions-CFR3': 'Access logs would keep who looked at which picture from which address.',
    'AwsSolutions-CFR4':
      'The address belongs to CloudFront, so that no cookie of the platform ever goes there; there AWS sets the version of TLS. Plain HTTP is refused.',
  })
  return {
    bucket,
    origin: `https://${distribution.distributionDomainName}`,
    /** The bucket's ARN as rule packs write it for roles of other stacks. */
    importedArn: String(Object.values(stack.resolve(stack.exportValue(bucket.bucketArn)))[0]),
  }
}
