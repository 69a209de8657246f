import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const row = (name: string, value: string, expected: string) => [name, value, `${name}: must be ${expected}`] as const;

describe('[OPS-22] configuration', () => {
  test('requires nothing', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      isHttps: false,
      database: null,
      title: 'Chat App',
      hasDevMailbox: true,
      areLimitsOn: true,
    });
  });

  test('treats an empty value as unset', () => {
    expect(readConfig({ PORT: '', SMTP_URL: '' })).toEqual(readConfig({}));
  });

  const hosts = ['localhost', 'http://localhost:80', 'a:0', 'a:65536', 'a:80,b', ':80', 'a:80/x', '[::1:80', '*:80'];
  const domains = ['example', 'a@b.org', 'example.org,', '*.example.org', 'http://x.org'];
  const wrong: (readonly [string, string, string])[] = [
    ...hosts.map((value) => row('LINK_PREVIEW_ALLOW', value, 'a list such as 127.0.0.1:8080,localhost:9000')),
    ...domains.map((value) => row('ALLOWED_EMAIL_DOMAINS', value, 'a list such as example.org,example.com')),
    ['PORT', 'x', 'PORT: must be a whole number from 1 to 65535'],
    ['PORT', '70000', 'PORT: must be a whole number from 1 to 65535'],
    ['PUBLIC_URL', 'chat.example.org', 'PUBLIC_URL: must be an address such as https://chat.example.org'],
    ['PUBLIC_URL', 'ftp://x.org', 'PUBLIC_URL: must be an address such as https://chat.example.org'],
    ['DATABASE_URL', 'mysql://x', 'DATABASE_URL: must be an address such as postgres://user:password@host/database'],
    ['REDIS_URL', 'localhost:6379', 'REDIS_URL: must be an address such as redis://host:6379'],
    ['ROLE', 'socket', 'ROLE: must be api, chat or all'],
    ['ROLE', 'api', 'REDIS_URL: is needed where ROLE is api'],
    ['ROLE', 'chat', 'REDIS_URL: is needed where ROLE is chat'],
    ['SMTP_URL', 'mail.example.org', 'SMTP_URL: must be an address such as smtp://user:password@mail.example.org:587'],
    ['MAIL_FROM', 'x', 'MAIL_FROM: must be an address such as "Chat <chat@example.org>"'],
    ['MAX_UPLOAD_MB', '-1', 'MAX_UPLOAD_MB: must be a whole number from 1 to 100000'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent'],
    ['REGISTRATION', 'off', 'REGISTRATION: must be open, invite or closed'],
    ['RATE_LIMITS', 'no', 'RATE_LIMITS: must be on or off'],
    ['TRUSTED_PROXIES', '1.5', 'TRUSTED_PROXIES: must be a whole number from 0 to 10'],
    ['STUN_URLS', 'stun.example.org', 'STUN_URLS: must be a list such as stun:stun.example.org:3478'],
    ['TURN_URL', 'turn:a,http://b', 'TURN_URL: must be a list such as turn:turn.example.org:3478'],
    ['TURN_URL', 'turn:turn.example.org', 'TURN_SECRET: TURN_URL and TURN_SECRET go together'],
    ['TURN_SECRET', 'x', 'TURN_URL: TURN_URL and TURN_SECRET go together'],
    ['PUSH_ALLOW', 'localhost', 'PUSH_ALLOW: must be a list such as 127.0.0.1:8080,localhost:9000'],
    ['VAPID_PRIVATE_KEY', 'short', 'VAPID_PRIVATE_KEY: must be 32 bytes in base64url'],
    ['VAPID_SUBJECT', 'admin', 'VAPID_SUBJECT: must be an address such as mailto:admin@example.org'],
  ];

  test('stops the start with one line that names the wrong value', () => {
    for (const [name, value, expected] of wrong)
      expect(() => readConfig({ [name]: value }), `${name}=${value}`).toThrow(new ConfigError(expected));
  });

  test('[CLU-2] split roles without a database that both can reach prevent the start', () => {
    const environment = { ROLE: 'chat', REDIS_URL: 'redis://localhost:6379' };
    expect(() => readConfig(environment)).toThrow(new ConfigError('DATABASE_URL: is needed where ROLE is chat'));
    expect(readConfig({ ...environment, DATABASE_URL: 'postgres://x/y' })).toMatchObject({
      role: 'chat',
      redisUrl: 'redis://localhost:6379',
    });
  });

  test('has a mailbox page on the own machine only, and compares answers outside of production', () => {
    const hasMailbox = (environment: Record<string, string>) => readConfig(environment).hasDevMailbox;
    expect([{}, { PUBLIC_URL: 'http://127.0.0.1:3000' }].filter((given) => !hasMailbox(given))).toEqual([]);
    const without = [
      { SMTP_URL: 'smtp://localhost' },
      { NODE_ENV: 'production' },
      { PUBLIC_URL: 'https://chat.example.org' },
      { PUBLIC_URL: 'http://localhost.example.org' },
    ];
    expect(without.filter(hasMailbox)).toEqual([]);
    const modes = ['', 'production', 'development', 'test'];
    expect(modes.filter((NODE_ENV) => readConfig({ NODE_ENV }).areAnswersChecked)).toEqual(['development', 'test']);
  });

  test('[REG-5] who may sign up is fixed by what is set, and left to the administrators otherwise', () => {
    expect(readConfig({}).fixedSettings).toEqual({ registration: null, allowedEmailDomains: null });
    const given = { REGISTRATION: 'invite', ALLOWED_EMAIL_DOMAINS: ' Example.org, @school.example example.org' };
    expect(readConfig(given).fixedSettings).toEqual({
      registration: 'invite',
      allowedEmailDomains: ['example.org', 'school.example'],
    });
  });

  test('allows the origin of its address, also below localhost; https makes cookies secure', () => {
    const { allowedOrigins } = readConfig({ PUBLIC_URL: 'http://chat.localhost:3000' });
    expect([...allowedOrigins]).toContain('http://chat.localhost:3000');
    const config = readConfig({ PUBLIC_URL: 'https://chat.example.org/' });
    expect([config.isHttps, ...config.allowedOrigins]).toEqual([true, 'https://chat.example.org']);
  });

  test('allowed hosts of previews are compared in the form the URL parser produces', () => {
    const given = ' LocalHost:9000, 0x7f.1:8080 [0:0::1]:080 ';
    const { linkPreviewAllow } = readConfig({ LINK_PREVIEW_ALLOW: given });
    expect([...linkPreviewAllow]).toEqual(['localhost:9000', '127.0.0.1:8080', '[::1]:80']);
  });
});
