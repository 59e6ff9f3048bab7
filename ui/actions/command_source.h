// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/command_registry.h"
#include "ui/actions/quick_list.h"

namespace bubblescope::ui {

/// The commands of a registry for the palette: found by text, group and search words; those used last first.
class CommandSource : public QuickSource
{
public:
    /// The commands `recent` come first, newest first; `used` is told of each that is chosen.
    CommandSource(const CommandRegistry& registry, QStringList recent,
                  std::function<void(const QStringList& recent)> used);

    [[nodiscard]] QString name() const override;
    [[nodiscard]] QString placeholder() const override;
    [[nodiscard]] std::vector<std::uint32_t> find(const QString& query) const override;
    [[nodiscard]] QuickRow row(std::uint32_t number) const override;
    void choose(std::uint32_t number) override;

private:
    const CommandRegistry& m_registry;
    QStringList m_recent;
    std::function<void(const QStringList&)> m_used;
};

} // namespace bubblescope::ui
