/** 256 emoji, one per value of a byte. People tell them apart and have a word for each. The order must never change. */
export const verificationEmoji: readonly string[] = `
🐶 🐱 🐭 🐹 🐰 🦊 🐻 🐼 🐨 🐯 🦁 🐮 🐷 🐸 🐵 🐔
🐧 🦆 🦅 🦉 🦇 🐺 🐗 🐴 🦄 🐝 🐛 🦋 🐌 🐞 🐜 🦂
🐢 🐍 🦎 🦖 🐙 🦑 🦐 🦀 🐡 🐬 🐳 🦈 🐊 🦓 🦍 🐘
🦏 🐪 🦒 🐑 🦙 🐐 🦌 🦚 🦜 🦢 🦩 🦔 🦥 🦦 🦨 🌵
🎄 🌲 🌴 🍀 🍁 🍄 🌷 🌹 🌻 🌼 🌸 🌙 ⭐ ☀️ ⛅ 🌈
☔ ⚡ ⛄ 🔥 🌊 🌍 🍏 🍐 🍊 🍋 🍌 🍉 🍇 🍓 🍒 🍑
🥭 🍍 🥥 🥝 🍅 🍆 🥑 🥦 🌽 🥕 🧄 🧅 🥔 🥐 🍞 🥨
🧀 🥚 🥓 🍔 🍟 🍕 🌮 🥗 🍝 🍣 🍦 🍩 🍪 🎂 🍫 🍭
🍿 🍯 🥛 ☕ 🍺 🍷 🍸 🥄 ⚽ 🏀 🏈 ⚾ 🎾 🏐 🎱 🏓
🥊 🥋 ⛸️ 🎿 🏹 🎣 🏆 🎪 🎨 🎬 🎤 🎧 🎹 🥁 🎷 🎺
🎸 🎻 🎲 🎯 🎳 🎮 🧩 🪁 🚗 🚕 🚌 🚑 🚒 🚜 🚲 🛵
🚂 🚁 🚀 🛸 ⛵ ⚓ 🚢 🚦 🗽 🗼 🏰 🎡 🎢 ⛲ ⛺ 🏠
🏭 ⛪ 🌋 ⌚ 💻 📷 🎥 📞 📺 📻 ⏰ ⏳ 🔋 💡 🔦 💎
⚖️ 🔧 🔨 🪓 🧲 🛡️ 🔮 🔭 🔬 💊 🧬 🛁 🔑 🚪 🪑 🛏️
🎁 🎈 🎀 📦 📯 📜 📌 ✂️ 📎 🔒 📏 🖍️ ✏️ 📖 👑 🎩
👓 🧦 👞 👗 🧤 🧣 👜 🎒 💍 💄 🧸 🧭 🧹 🧺 🛴 🎓
`
  .trim()
  .split(/\s+/);
