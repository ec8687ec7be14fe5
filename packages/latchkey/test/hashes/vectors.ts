/** A password that another program stored. */
export interface Vector {
  readonly format: string
  /** The program or the publication that the hash is from. */
  readonly source: string
  readonly password: string
  readonly hash: string
}

const PLAIN = 'correct horse battery staple'
/** A ligature and a decomposed letter, which normalization changes. */
const UNUSUAL = 'pässwörd ﬁ cafe\u0301'
const ASPNET =
  'https://github.com/dotnet/aspnetcore/blob/main/src/Identity/test/Identity.Test/PasswordHasherTest.cs'
const DJANGO = 'https://github.com/django/django/blob/main/tests/auth_tests/test_hashers.py'
const PASSLIB = 'https://passlib.readthedocs.io/en/stable/lib/passlib.hash.pbkdf2_digest.html'
const PHPASS = 'https://www.openwall.com/phpass/'
const LUCIA_1 = 'lucia 3.2.2 verifies it, LegacyScrypt'

/** Those that are read without an option. */
export const VECTORS: readonly Vector[] = [
  {
    format: 'scrypt, PHC',
    source: 'https://www.rfc-editor.org/rfc/rfc7914#section-12',
    password: 'pleaseletmein',
    hash: '$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw',
  },
  {
    format: 'argon2id, PHC',
    source: '@node-rs/argon2 2.2.1',
    password: PLAIN,
    hash: '$argon2id$v=19$m=8192,t=2,p=2$2GadP6I+QhaAT6NPrgRI8w$wSX+F9ZakUM5Zy3UAnEuz9vxJX60KudpGZhitUGjm64',
  },
  {
    format: 'argon2i, PHC',
    source: '@node-rs/argon2 2.2.1',
    password: PLAIN,
    hash: '$argon2i$v=19$m=8192,t=3,p=1$GKno7PKRdr9YcLKfaCRhKg$OgZdZszYK5koVL2Y8WFb7sjGusKEy2/lSImx+WDlmuM',
  },
  {
    format: 'PBKDF2 with SHA-256, Passlib',
    source: PASSLIB,
    password: 'password',
    hash: '$pbkdf2-sha256$6400$0ZrzXitFSGltTQnBWOsdAw$Y11AchqV4b0sUisdZd0Xr97KWoymNE0LNNrnEgY4H9M',
  },
  {
    format: 'PBKDF2 with SHA-256, Passlib, with a dot in the salt',
    source: PASSLIB,
    password: 'password',
    hash: '$pbkdf2-sha256$6400$.6UI/S.nXIk8jcbdHx3Fhg$98jZicV16ODfEsEZeYPGHU3kbrUrvUEXOPimVSQDD44',
  },
  {
    format: 'better-auth',
    source: 'better-auth 1.7.25',
    password: PLAIN,
    hash: 'b74492626b110b579bda01f3f6d6bc06:93656543683caa7de0b7ca374c03a7d8bdef209a1e7aa637f3e99eb7efbf073d781127ebdcc955ae81e8e1bb0a2dd868d3afd90fcd9c32f465cb159a0fdd0f30',
  },
  {
    format: 'better-auth, which normalizes',
    source: 'better-auth 1.7.25',
    password: UNUSUAL,
    hash: '3d35fc17280e94ad6827062a168fdd75:930f81d2fac34e93e22d6e1d12f31ebd6ba937c1e54446bc63c3241d8d29bde7ad0e26df7b6e31a27cc19fef093c46f87f02cefae030439828deea2c32e31d9b',
  },
  {
    format: 'Lucia 3',
    source: 'lucia 3.2.2, Scrypt',
    password: PLAIN,
    hash: '1b3158a3a31d3ef9019cfdbebecc95f7:eb966ba6228a5f5e7dc64fb035d40dc5b2b8a237f9a129f5429b4ab121f2f269cc84adcc1295c13c5d0167581c43c9410ab4e5379e8937d5cdaca71c76e2411a',
  },
  {
    format: 'Lucia 2, s2:',
    source: 'lucia 3.2.2, LegacyScrypt',
    password: PLAIN,
    hash: 's2:6cc2bb567db3653a9a518d581efb3fc2:7285f3cee2f5904e55725bee26ef5e58f27ea405d86b1fa97c28a23a4508468063799717e5d094ba43a4be170994ebe4a08553019a9f315a6d338bb19657d9a5',
  },
  {
    format: 'Oslo, scrypt',
    source: 'oslo 1.2.1',
    password: PLAIN,
    hash: '46e7b6960dc25de37f76e5f9e2e29f2a:6c2e84aa21b1484422ac62c8b61f6fd7f0b07edc801361f2d82f477870c2dddaed2d85aabcfc0b64beae6a90eb1c2e3272370b4d7fda6056502edeaac521f3f8',
  },
  {
    format: 'Oslo, argon2id',
    source: 'oslo 1.2.1',
    password: PLAIN,
    hash: '$argon2id$v=19$m=19456,t=2,p=1$Ngx0lWQJF7Pb17wtJ9UyrA$OwpK47fREyo61Zh0HImqz4EfEemegUPBq+tKgxi8JSU',
  },
  {
    format: 'Django, pbkdf2_sha256',
    source: DJANGO,
    password: 'lètmein',
    hash: 'pbkdf2_sha256$20000$seasalt$oBSd886ysm3AqYun62DOdin8YcfbU1z9cksZSuLP9r0=',
  },
  {
    format: 'Django, argon2',
    source: DJANGO,
    password: 'secret',
    hash: 'argon2$argon2i$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$YC9+jJCrQhs5R6db7LlN8Q',
  },
  {
    format: 'Django, scrypt',
    source: DJANGO,
    password: 'lètmein',
    hash: 'scrypt$16384$seasalt$8$1$Qj3+9PPyRjSJIebHnG81TMjsqtaIGxNQG/aEB/NYafTJ7tibgfYz71m0ldQESkXFRkdVCBhhY8mx7rQwite/Pw==',
  },
  {
    format: 'ASP.NET Identity 2',
    source: ASPNET,
    password: 'my password',
    hash: 'AAABAgMEBQYHCAkKCwwNDg+ukCEMDf0yyQ29NYubggHIVY0sdEUfdyeM+E1LtH1uJg==',
  },
  {
    format: 'ASP.NET Identity 3 with SHA-1',
    source: ASPNET,
    password: 'my password',
    hash: 'AQAAAAAAAAD6AAAAEAhftMyfTJylOlZT+eEotFXd1elee8ih5WsjXaR3PA9M',
  },
  {
    format: 'ASP.NET Identity 3 with SHA-256',
    source: ASPNET,
    password: 'my password',
    hash: 'AQAAAAEAA9CQAAAAIESkQuj2Du8Y+kbc5lcN/W/3NiAZFEm11P27nrSN5/tId+bR1SwV8CO1Jd72r4C08OLvplNlCDc3oQZ8efcW+jQ=',
  },
  {
    format: 'ASP.NET Identity 3 with SHA-512',
    source: ASPNET,
    password: 'my password',
    hash: 'AQAAAAIAAAD6AAAAIJbVi5wbMR+htSfFp8fTw8N8GOS/Sje+S/4YZcgBfU7EQuqv4OkVYmc4VJl9AGZzmRTxSkP7LtVi9IWyUxX8IAAfZ8v+ZfhjCcudtC1YERSqE1OEdXLW9VukPuJWBBjLuw==',
  },
  { format: 'phpass', source: PHPASS, password: 'test12345', hash: '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0' },
  {
    format: 'phpass in phpBB',
    source: PHPASS,
    password: 'test1',
    hash: '$H$9aaaaaSXBjgypwqm.JsMssPLiS8YQ00',
  },
  {
    format: 'Lucia 1',
    source: LUCIA_1,
    password: PLAIN,
    hash: '00112233445566778899aabbccddeeff:5699cfee2c5c280e66678242092f368ce88ff05305af2c75a9e629d473deb2165b3797e0e31ec3cda30414573befb697f928384c38b187e8c176107e5be20f01',
  },
]

/** Those that need an entry of `legacy`. */
export const OF_PACKAGES: readonly Vector[] = [
  {
    format: 'bcrypt',
    source: 'bcryptjs 3.0.3',
    password: PLAIN,
    hash: '$2b$05$eLEpr8rt30iN9pxorEiJkeA0xHUU3FOPHn5POsdWrvwKiGCT1uLWm',
  },
  {
    format: 'bcrypt of a password that normalization changes',
    source: 'bcryptjs 3.0.3',
    password: UNUSUAL,
    hash: '$2b$05$zaas3rPrjo7NtotrUj/P1.kalVJqxI03y2NnDQ/rKd348DTyLTWQm',
  },
  {
    format: 'bcrypt, $2a$',
    source: 'https://www.openwall.com/crypt/',
    password: 'U*U',
    hash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
  },
  {
    format: 'bcrypt of PHP and Laravel, $2y$',
    source: 'https://www.php.net/manual/en/function.password-verify.php',
    password: 'rasmuslerdorf',
    hash: '$2y$07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq',
  },
  {
    format: 'Django, bcrypt_sha256',
    source: 'bcryptjs 3.0.3 with the SHA-256 digest, as Django hashes',
    password: PLAIN,
    hash: 'bcrypt_sha256$$2b$05$o2w7G9xSN6ytg.BzVzxi9OUMJZXjW2B7Zs9oJ1AZSSVyLac1VpS3.',
  },
  {
    format: 'Firebase',
    source: 'https://github.com/firebase/scrypt#usage',
    password: 'user1password',
    hash: '$firebase$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  },
  {
    format: 'Firebase, another password',
    source: 'firebase-scrypt 2.2.0',
    password: PLAIN,
    hash: '$firebase$42xEC+ixf3L2lw==$0MSeef4wYKv4y35WORq9U7xDS/7w8c93jpJPky4SQE0q4WUtAfb88FUYrutJFXjs9VvYAhZmm0OGm76S3HhXvg==',
  },
]
