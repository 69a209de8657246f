/** 256 emoji, one per value of a byte. They are easy to distinguish and to name. The order must never change. */
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
