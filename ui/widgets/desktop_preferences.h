// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <optional>

class QDBusVariant;

namespace bubblescope::ui {

/// What the desktop asks for: a dark look, less motion. Asked of the settings portal over D-Bus without ever
/// waiting for it; where there is no portal, the palette tells light from dark.
class DesktopPreferences : public QObject
{
    Q_OBJECT

public:
    explicit DesktopPreferences(QObject* parent = nullptr);

    /// Sends the questions; changed() comes when answers do. Does nothing where no session bus is.
    void askPortal();
    [[nodiscard]] bool prefersDark() const { return m_portalDark.value_or(m_paletteDark); }
    [[nodiscard]] bool prefersReducedMotion() const { return m_reducedMotion; }

signals:
    void changed();

private slots:
    void takeSetting(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void ask(const QString& group, const QString& key);
    bool m_paletteDark = false;
    std::optional<bool> m_portalDark;
    bool m_reducedMotion = false;
};

} // namespace bubblescope::ui
