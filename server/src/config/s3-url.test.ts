import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const s3 = (S3_URL: string, PUBLIC_URL = 'https://chat.example.org') => readConfig({ S3_URL, PUBLIC_URL }).s3;

describe('[STO-9] S3_URL', () => {
  test('contains the bucket, the key, the region and the prefix of every name', () => {
    expect(s3('http://key:se%2Fcret+1@127.0.0.1:9000/files?region=eu-1&prefix=chat/up')).toEqual({
      endpoint: 'http://127.0.0.1:9000',
      bucket: 'files',
      accessKeyId: 'key',
      secretAccessKey: 'se/cret+1',
      region: 'eu-1',
      prefix: 'chat/up/',
      isPathStyle: true,
      hasDirectDownloads: false,
    });
  });

  test('is optional', () => {
    expect(readConfig({}).s3).toBeNull();
  });

  test.each([
    ['https://k:s@s3.eu-central-1.amazonaws.com/files', 'eu-central-1', false],
    ['https://k:s@s3.cn-north-1.amazonaws.com.cn/files', 'cn-north-1', false],
    ['https://k:s@s3.amazonaws.com/files', 'us-east-1', false],
    ['https://k:s@s3.eu-central-1.amazonaws.com/files?region=eu-west-1', 'eu-west-1', false],
    ['https://k:s@amazonaws.com.example.org/files/', 'us-east-1', true],
  ])('%s is in the region %s, with the bucket in the path: %s', (url, region, isPathStyle) => {
    expect(s3(url)).toMatchObject({ region, isPathStyle, bucket: 'files', prefix: '' });
  });

  test.each([
    ['https://k:s@s3.example.org/files', 'https://chat.example.org', true],
    ['http://k:s@s3.example.org/files', 'https://chat.example.org', false],
    ['http://k:s@s3.example.org/files', 'http://localhost:3000', true],
    ['https://k:s@s3.example.org/files?downloads=app', 'https://chat.example.org', false],
    ['http://k:s@s3.example.org/files?downloads=direct', 'https://chat.example.org', true],
  ])('%s for %s lets browsers fetch from it: %s', (url, publicUrl, hasDirectDownloads) => {
    expect(s3(url, publicUrl)?.hasDirectDownloads).toBe(hasDirectDownloads);
  });

  test.each([
    'files',
    's3://k:TopSecret@host/files',
    'https://host/files',
    'https://k@host/files',
    'https://:TopSecret@host/files',
    'https://k:Top%Secret@host/files',
    'https://k:TopSecret@host',
    'https://k:TopSecret@host/files/deeper',
    'https://k:TopSecret@host/Files',
    'https://k:TopSecret@host/..',
    'https://k:TopSecret@host/files?regoin=eu-1',
    'https://k:TopSecret@host/files?region=eu%20west',
    'https://k:TopSecret@host/files?prefix=/abs',
    'https://k:TopSecret@host/files?prefix=a/../b',
    'https://k:TopSecret@host/files?downloads=no',
    'https://k:Top/Secret@host/files',
  ])('%s stops the start with one line that does not repeat it', (url) => {
    const line = 'S3_URL: must be an address such as https://KEY:SECRET@s3.example.org/bucket?region=eu-central-1';
    expect(() => s3(url)).toThrow(new ConfigError(line));
  });

  test('our own origin is refused: uploads must not be served from there', () => {
    expect(() => s3('https://k:s@chat.example.org/files')).toThrow(
      new ConfigError('S3_URL: must be another origin than PUBLIC_URL'),
    );
  });
});
