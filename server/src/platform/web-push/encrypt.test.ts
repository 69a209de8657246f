import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { areDeviceKeys, encryptPayload } from './encrypt.ts';

/** The example of RFC 8291, section 5. */
const example = {
  payload: 'When I grow up, I want to be a watermelon',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  device: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  encrypted:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('[PSH-3] a payload is encrypted as in the example of the standard', () => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(example.privateKey, 'base64url');
  const salt = Buffer.from(example.salt, 'base64url');
  const encrypted = encryptPayload(Buffer.from(example.payload), example.device, { salt, pair });
  expect(encrypted.toString('base64url')).toBe(example.encrypted);
});

test('[PSH-3] the same payload is never encrypted to the same bytes twice', () => {
  const [one, other] = ['x', 'x'].map((text) =>
    encryptPayload(Buffer.from(text), example.device).toString('base64url'),
  );
  expect(one).not.toBe(other);
});

test.each([
  ['a point that is not on the curve', { ...example.device, p256dh: `B${'A'.repeat(86)}` }],
  ['a key that is too short', { ...example.device, p256dh: example.device.p256dh.slice(0, 40) }],
  ['a secret that is too short', { ...example.device, auth: 'BTBZ' }],
])('[PSH-1] %s is not a valid key', (_, keys) => {
  expect(areDeviceKeys(keys)).toBe(false);
  expect(areDeviceKeys(example.device)).toBe(true);
});
