/**
 * Names that Node's own modules export in the version that the functions run on. They are part of the bundles, so they
 * must not come from the Node that builds: another version would make other assets.
 */

/** Modules that packages import at load but rarely use, with all their names. */
const rarelyUsed: Readonly<Record<string, string>> = {
  child_process: `
    ChildProcess _forkChild exec execFile execFileSync execSync fork spawn spawnSync`,
  dns: `
    ADDRCONFIG ADDRGETNETWORKPARAMS ALL BADFAMILY BADFLAGS BADHINTS BADNAME BADQUERY BADRESP BADSTR
    CANCELLED CONNREFUSED DESTRUCTION EOF FILE FORMERR LOADIPHLPAPI NODATA NOMEM NONAME NOTFOUND
    NOTIMP NOTINITIALIZED REFUSED Resolver SERVFAIL TIMEOUT V4MAPPED getDefaultResultOrder
    getServers lookup lookupService promises resolve resolve4 resolve6 resolveAny resolveCaa
    resolveCname resolveMx resolveNaptr resolveNs resolvePtr resolveSoa resolveSrv resolveTlsa
    resolveTxt reverse setDefaultResultOrder setServers`,
  'dns/promises': `
    ADDRGETNETWORKPARAMS BADFAMILY BADFLAGS BADHINTS BADNAME BADQUERY BADRESP BADSTR CANCELLED
    CONNREFUSED DESTRUCTION EOF FILE FORMERR LOADIPHLPAPI NODATA NOMEM NONAME NOTFOUND NOTIMP
    NOTINITIALIZED REFUSED Resolver SERVFAIL TIMEOUT getDefaultResultOrder getServers lookup
    lookupService resolve resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx
    resolveNaptr resolveNs resolvePtr resolveSoa resolveSrv resolveTlsa resolveTxt reverse
    setDefaultResultOrder setServers`,
  'fs/promises': `
    access appendFile chmod chown constants copyFile cp glob lchmod lchown link lstat lutimes mkdir
    mkdtemp mkdtempDisposable open opendir readFile readdir readlink realpath rename rm rmdir stat
    statfs symlink truncate unlink utimes watch writeFile`,
  http2: `
    Http2ServerRequest Http2ServerResponse connect constants createSecureServer createServer
    getDefaultSettings getPackedSettings getUnpackedSettings performServerHandshake sensitiveHeaders`,
  os: `
    EOL arch availableParallelism constants cpus devNull endianness freemem getPriority homedir
    hostname loadavg machine networkInterfaces platform release setPriority tmpdir totalmem type
    uptime userInfo version`,
  util: `
    MIMEParams MIMEType TextDecoder TextEncoder _errnoException _exceptionWithHostPort _extend
    aborted callbackify convertProcessSignalToExitCode debug debuglog deprecate diff format
    formatWithOptions getCallSites getSystemErrorMap getSystemErrorMessage getSystemErrorName
    inherits inspect isArray isDeepStrictEqual parseArgs parseEnv promisify setTraceSigInt
    stripVTControlCharacters styleText toUSVString transferableAbortController
    transferableAbortSignal types`,
}

/** Modules that our code imports dynamically, with their names that no getter computes. */
const importedLater: Readonly<Record<string, string>> = {
  async_hooks: `
    AsyncResource asyncWrapProviders createHook executionAsyncId executionAsyncResource
    triggerAsyncId`,
  http: `
    Agent ClientRequest IncomingMessage METHODS OutgoingMessage STATUS_CODES Server ServerResponse
    _connectionListener createServer get request setGlobalProxyFromEnv setMaxIdleHTTPParsers
    validateHeaderName validateHeaderValue`,
  util: `
    MIMEParams MIMEType TextDecoder TextEncoder _errnoException _exceptionWithHostPort _extend
    callbackify convertProcessSignalToExitCode debug debuglog deprecate diff format
    formatWithOptions getCallSites getSystemErrorMap getSystemErrorMessage getSystemErrorName
    inherits inspect isArray isDeepStrictEqual parseArgs parseEnv promisify setTraceSigInt
    stripVTControlCharacters styleText toUSVString types`,
  zlib: `
    BrotliCompress BrotliDecompress DEFLATE DEFLATERAW Deflate DeflateRaw GUNZIP GZIP Gunzip Gzip
    INFLATE INFLATERAW Inflate InflateRaw UNZIP Unzip ZLIB_VERNUM ZSTD_CLEVEL_DEFAULT ZSTD_COMPRESS
    ZSTD_DECOMPRESS ZSTD_btlazy2 ZSTD_btopt ZSTD_btultra ZSTD_btultra2 ZSTD_c_chainLog
    ZSTD_c_checksumFlag ZSTD_c_compressionLevel ZSTD_c_contentSizeFlag ZSTD_c_dictIDFlag
    ZSTD_c_enableLongDistanceMatching ZSTD_c_hashLog ZSTD_c_jobSize ZSTD_c_ldmBucketSizeLog
    ZSTD_c_ldmHashLog ZSTD_c_ldmHashRateLog ZSTD_c_ldmMinMatch ZSTD_c_minMatch ZSTD_c_nbWorkers
    ZSTD_c_overlapLog ZSTD_c_searchLog ZSTD_c_strategy ZSTD_c_targetLength ZSTD_c_windowLog
    ZSTD_d_windowLogMax ZSTD_dfast ZSTD_e_continue ZSTD_e_end ZSTD_e_flush ZSTD_error_GENERIC
    ZSTD_error_checksum_wrong ZSTD_error_corruption_detected ZSTD_error_dictionaryCreation_failed
    ZSTD_error_dictionary_corrupted ZSTD_error_dictionary_wrong ZSTD_error_dstBuffer_null
    ZSTD_error_dstSize_tooSmall ZSTD_error_frameParameter_unsupported
    ZSTD_error_frameParameter_windowTooLarge ZSTD_error_init_missing ZSTD_error_literals_headerWrong
    ZSTD_error_maxSymbolValue_tooLarge ZSTD_error_maxSymbolValue_tooSmall
    ZSTD_error_memory_allocation ZSTD_error_noForwardProgress_destFull
    ZSTD_error_noForwardProgress_inputEmpty ZSTD_error_no_error
    ZSTD_error_parameter_combination_unsupported ZSTD_error_parameter_outOfBound
    ZSTD_error_parameter_unsupported ZSTD_error_prefix_unknown ZSTD_error_srcSize_wrong
    ZSTD_error_stabilityCondition_notRespected ZSTD_error_stage_wrong ZSTD_error_tableLog_tooLarge
    ZSTD_error_version_unsupported ZSTD_error_workSpace_tooSmall ZSTD_fast ZSTD_greedy ZSTD_lazy
    ZSTD_lazy2 Z_BEST_COMPRESSION Z_BEST_SPEED Z_BLOCK Z_BUF_ERROR Z_DATA_ERROR Z_DEFAULT_CHUNK
    Z_DEFAULT_COMPRESSION Z_DEFAULT_LEVEL Z_DEFAULT_MEMLEVEL Z_DEFAULT_STRATEGY Z_DEFAULT_WINDOWBITS
    Z_ERRNO Z_FILTERED Z_FINISH Z_FIXED Z_FULL_FLUSH Z_HUFFMAN_ONLY Z_MAX_CHUNK Z_MAX_LEVEL
    Z_MAX_MEMLEVEL Z_MAX_WINDOWBITS Z_MEM_ERROR Z_MIN_CHUNK Z_MIN_LEVEL Z_MIN_MEMLEVEL
    Z_MIN_WINDOWBITS Z_NEED_DICT Z_NO_COMPRESSION Z_NO_FLUSH Z_OK Z_PARTIAL_FLUSH Z_RLE Z_STREAM_END
    Z_STREAM_ERROR Z_SYNC_FLUSH Z_VERSION_ERROR ZstdCompress ZstdDecompress brotliCompress
    brotliCompressSync brotliDecompress brotliDecompressSync codes constants crc32
    createBrotliCompress createBrotliDecompress createDeflate createDeflateRaw createGunzip
    createGzip createInflate createInflateRaw createUnzip createZstdCompress createZstdDecompress
    deflate deflateRaw deflateRawSync deflateSync gunzip gunzipSync gzip gzipSync inflate inflateRaw
    inflateRawSync inflateSync unzip unzipSync zstdCompress zstdCompressSync zstdDecompress
    zstdDecompressSync`,
}

const listOf = (names: string | undefined): readonly string[] | undefined => names?.trim().split(/\s+/)

/** All names of a module that loads late. Undefined for a module that loads at once. */
export const rarelyUsedNames = (module: string): readonly string[] | undefined => listOf(rarelyUsed[module])

/** Names for a dynamic import. Throws for a module whose names are not recorded yet. */
export const dynamicNames = (module: string): readonly string[] => {
  const names = listOf(importedLater[module])
  if (names) return names
  throw new Error(
    `Add the names of node:${module} to infra/aws/bundle/builtin-names.ts: it is imported dynamically.`,
  )
}

/** Modules with recorded names. */
export const recordedModules = { rarelyUsed: Object.keys(rarelyUsed), dynamic: Object.keys(importedLater) }
