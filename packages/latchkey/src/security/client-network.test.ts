import { describe, expect, it } from 'vitest'
import { toNetwork } from './client-network.ts'

describe('the network of a client', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['192.0.2.1:50123', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(toNetwork(address)).toBe(network)
  })

  it.each([
    '',
    'unknown',
    '192.0.2.256',
    '192.0.2',
    '1:2',
    ':::',
    '192.0.2.1, 192.0.2.2',
    '2001:db8::1::2',
    'g::1',
  ])('of "%s" is undefined', (text) => {
    expect(toNetwork(text)).toBeUndefined()
  })
})
