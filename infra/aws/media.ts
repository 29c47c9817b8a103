import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import {
  Distribution,
  HeadersFrameOption,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import type { Stage } from './stage.ts'

const theBucket = (stack: Stack, { domain }: Stage): Bucket =>
  new Bucket(stack, 'Media', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    // Large pictures are put here directly, with an address that was signed for one file.
    cors: [
      {
        allowedMethods: [HttpMethods.PUT],
        allowedOrigins: domain === undefined ? ['*'] : [`https://${domain}`, `https://*.${domain}`],
        allowedHeaders: ['content-type'],
        maxAge: 600,
      },
    ],
  })

/** A file that somebody uploaded is a picture and nothing else, whatever its bytes may claim. */
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
 * A private bucket and the address that serves it. That address is CloudFront's own, so that media are of another
 * origin than any school and no cookie of the platform ever goes there.
 */
export const mediaStore = (stack: Stack, stage: Stage) => {
  const bucket = theBucket(stack, stage)
  const distribution = new Distribution(stack, 'MediaAddress', {
    comment: `Quad media, ${stage.name}`,
    defaultBehavior: {
      origin: S3BucketOrigin.withOriginAccessControl(bucket),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy: picturesOnly(stack),
    },
  })
  return { bucket, origin: `https://${distribution.distributionDomainName}` }
}
