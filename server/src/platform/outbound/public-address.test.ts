import { describe, expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

const list = (text: string) => text.trim().split(/\s+/);

const publicOnes = (addresses: string[]) => addresses.filter((address) => isPublicAddress(address, []));

test('[PRV-2] an address is public', () => {
  const addresses = list(`
    8.8.8.8 1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 172.15.255.255
    172.32.0.1 223.255.255.1 2606:4700:4700::1111 2001:4860:4860::8888 2a00:1450:4001:81b::200e 2001:200::1
  `);
  expect(publicOnes(addresses)).toEqual(addresses);
});

describe('[PRV-2] an address is not public', () => {
  const v4 = list(`
    0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.255.255.255
    169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.170 192.0.0.192 192.0.2.1 192.31.196.1
    192.52.193.1 192.88.99.1 192.168.0.1 192.175.48.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1
    239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16
  `);
  test('of version 4, nor inside an IPv6 address', () => {
    const inside = ['', '::ffff:', '::', '64:ff9b::'].flatMap((prefix) => v4.map((address) => prefix + address));
    expect(publicOnes(inside)).toEqual([]);
  });

  const v6 = list(`
    :: ::1 ::7f00:1 ::808:808 ::ffff:8.8.8.8 ::ffff:0:8.8.8.8 ::ffff:0:0:7f00:1 64:ff9b::808:808 64:ff9b:1::808:808
    64:ff9b:1:ffff::1 64:ff9b:2::1 100::1 100:0:0:1::1 2001::1 2001:0:53aa:64c:0:0:80ff:fffe 2001:2::1 2001:3::1
    2001:4:112::1 2001:10::1 2001:20::1 2001:30::1 2001:1ff::1 2001:db8::1 2002:: 2002:7f00:1:: 2002:808:808::1
    2620:4f:8000::1 3fff::1 4000::1 5f00::1 8000::1 c000::1 e000::1 fc00::1 fd00::1 fd00:ec2::254 fe80::1 febf::1
    fec0::1 ff02::1 ff0e::1 200::1 400::1 1::1 2a00:1450::5efe:7f00:1 2a00:1450::200:5efe:a00:1
  `);
  test('of version 6', () => {
    expect(publicOnes(v6)).toEqual([]);
  });

  const unclear = list('localhost 127.1 8.8 0x8.8.8.8 010.8.8.8 134744072 8.8.8.8.8 8.8.8.8/8 2a00:1450::1%eth0 ::g');
  test('when it is not in canonical form', () => {
    expect(publicOnes(['', ...unclear])).toEqual([]);
  });

  test('in the networks of this machine', () => {
    const networks = ['93.184.216.7/24', '2a02:1234:5678:9abc::7/64'];
    expect(isPublicAddress('93.184.216.34', networks)).toBe(false);
    expect(isPublicAddress('93.184.217.34', networks)).toBe(true);
    expect(isPublicAddress('2a02:1234:5678:9abc::1', networks)).toBe(false);
    expect(isPublicAddress('2a02:1234:5678:9abd::1', networks)).toBe(true);
  });
});
