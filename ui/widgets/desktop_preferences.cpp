// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/desktop_preferences.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPalette>

namespace bubblescope::ui {

namespace {

const QString kService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString kAppearance = QStringLiteral("org.freedesktop.appearance");
const QString kGnome = QStringLiteral("org.gnome.desktop.interface");

/// Connecting without a bus may start one and wait for it.
bool hasSessionBus()
{
    return !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS") ||
           QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/bus"));
}

/// Read wraps its answer in a variant more than SettingChanged does.
QVariant unwrapped(QVariant value)
{
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value;
}

} // namespace

DesktopPreferences::DesktopPreferences(QObject* parent) : QObject(parent)
{
    // Before our own palette is set, this is the desktop's.
    const QPalette palette = QGuiApplication::palette();
    m_paletteDark =
        palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

void DesktopPreferences::askPortal()
{
    if (!hasSessionBus())
        return;
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this,
                SLOT(takeSetting(QString, QString, QDBusVariant)));
    ask(kAppearance, QStringLiteral("color-scheme"));
    ask(kGnome, QStringLiteral("enable-animations"));
}

void DesktopPreferences::ask(const QString& group, const QString& key)
{
    QDBusMessage question =
        QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
    question.setArguments({group, key});
    auto* watcher = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(question), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this,
            [this, group, key](QDBusPendingCallWatcher* call) {
                call->deleteLater();
                const QDBusPendingReply<QDBusVariant> reply = *call;
                if (!reply.isError())
                    takeSetting(group, key, reply.value());
            });
}

void DesktopPreferences::takeSetting(const QString& group, const QString& key, const QDBusVariant& value)
{
    const QVariant plain = unwrapped(QVariant::fromValue(value));
    if (group == kAppearance && key == QLatin1String("color-scheme")) {
        // 0 = no preference, 1 = dark, 2 = light
        const uint scheme = plain.toUInt();
        m_portalDark = scheme == 0 ? std::nullopt : std::optional(scheme == 1);
    } else if (group == kGnome && key == QLatin1String("enable-animations")) {
        m_reducedMotion = !plain.toBool();
    } else {
        return;
    }
    emit changed();
}

} // namespace bubblescope::ui
