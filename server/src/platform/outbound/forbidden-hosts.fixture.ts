const list = (text: string) => text.trim().split(/\s+/);

/** Spellings of hosts that no user may make us connect to; `chat.example.org` is our own. */
export const forbiddenHosts: readonly string[] = list(`
  127.0.0.1 127.0.0.1. 127.1 127.0.1 127.255.255.254 0 0.0.0.0 00.0x0 0x0 0x7f.1 0x7f000001 0x7F.0X0.0x0.0x1 0x7f.0.0.0x1
  2130706433 017700000001 0177.0.0.1 0177.1 0177.0x0.1 000000000177.0.0.1 4294967295 037777777777 127.0.0.01 %31%32%37.1
  ①②⑦.⓪.⓪.① １２７.０.０.１ 127。0。0。1 127．0．0．1 127｡1 ⓛⓞⓒⓐⓛⓗⓞⓢⓣ
  10.0.0.1 012.1 0xa.1 167772161 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.254 169.254.169.254
  0xa9fea9fe 2852039166 0251.0376.0251.0376 169.254.43518 169.254.170.2 168.63.129.16 172.16.0.1 172.31.255.254
  192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 192.168.257 3232235521 0xc0a80001 198.18.0.1 198.51.100.7
  203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
  [::] [::1] [0:0:0:0:0:0:0:1] [::0001] [0000::1] [::127.0.0.1] [::7f00:1] [::ffff:127.0.0.1] [::ffff:7f00:1]
  [::FFFF:10.0.0.1] [::ffff:a9fe:a9fe] [::ffff:8.8.8.8] [::ffff:0:127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::127.0.0.1]
  [64:ff9b::a9fe:a9fe] [64:ff9b:1::7f00:1] [64:ff9b:1:fffe::a00:1] [100::1] [2001::1] [2001:0:4136:e378:8000:63bf:3fff:fdd2]
  [2001:0:53aa:64c:0:0:80ff:fffe] [2001:10::1] [2001:20::1] [2001:db8::1] [2002:7f00:1::] [2002:a00:1::]
  [2002:a9fe:a9fe::1] [2002:c0a8:1::1] [3fff::1] [4000::1] [5f00::1] [fc00::1] [fd00::] [fd00:ec2::254] [fdff:ffff::1]
  [fe80::1] [febf::1] [fec0::1] [ff02::1] [ff05::1:3] [2a00:1450::5efe:7f00:1]
  localhost LOCALHOST localhost. localhost.. sub.localhost a.b.localhost. localhost.localdomain printer.local
  printer.local. metadata.google.internal METADATA.GOOGLE.INTERNAL. metadata.internal instance-data metadata intranet
  redis postgres ip6-localhost router.lan nas.home.arpa hidden.onion x.test x.invalid
  chat.example.org CHAT.example.org chat.example.org.
`);
