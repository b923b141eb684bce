/** Error of storage/v1: the body has the status; HTTP is 400 unless `http` is given. */
export class StorageError extends Error {
  readonly statusCode: number;
  readonly error: string;
  readonly code: string;
  readonly http: number;

  constructor(statusCode: number, error: string, code: string, message: string, http = 400) {
    super(message);
    this.name = 'StorageError';
    this.statusCode = statusCode;
    this.error = error;
    this.code = code;
    this.http = http;
  }
}

export const storageErrors = {
  objectNotFound: () => new StorageError(404, 'not_found', 'NoSuchKey', 'Object not found'),
  damaged: () =>
    new StorageError(
      500,
      'IntegrityError',
      'IntegrityError',
      'The file no longer matches the SHA-256 recorded at upload and is not served.',
      500,
    ),
  bucketNotFound: () =>
    new StorageError(404, 'Bucket not found', 'NoSuchBucket', 'Bucket not found'),
  accessDenied: (message = 'new row violates row-level security policy') =>
    new StorageError(403, 'Unauthorized', 'AccessDenied', message),
  alreadyExists: () =>
    new StorageError(409, 'Duplicate', 'KeyAlreadyExists', 'The resource already exists'),
  conflict: (message: string) => new StorageError(409, 'Conflict', 'Conflict', message, 409),
  tooLarge: (message = 'The object exceeded the maximum allowed size') =>
    new StorageError(413, 'Payload too large', 'EntityTooLarge', message),
  mimeType: (type: string) =>
    new StorageError(
      415,
      'invalid_mime_type',
      'InvalidMimeType',
      `mime type ${type} is not supported`,
    ),
  content: (message: string) =>
    new StorageError(415, 'invalid_mime_type', 'InvalidMimeType', message),
  invalidKey: (key: string) =>
    new StorageError(400, 'InvalidKey', 'InvalidKey', `Invalid key: ${key}`),
  invalidRequest: (message: string) =>
    new StorageError(400, 'invalid_request', 'InvalidRequest', message),
  invalidToken: (message: string) => new StorageError(400, 'InvalidJWT', 'InvalidJWT', message),
  bucketNotEmpty: () =>
    new StorageError(
      409,
      'InvalidRequest',
      'ResourceNotEmpty',
      'The bucket you tried to delete is not empty',
    ),
  notSupported: (message: string) =>
    new StorageError(400, 'FeatureNotEnabled', 'FeatureNotEnabled', message),
  range: () =>
    new StorageError(
      416,
      'InvalidRange',
      'InvalidRange',
      'The requested range is not satisfiable',
      416,
    ),
};
